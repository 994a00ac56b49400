/** Replaces `fast-equals` (`next.config.mjs`): Tiptap would deep-compare whole documents. Identity is enough here. */
export const circularDeepEqual = Object.is;
