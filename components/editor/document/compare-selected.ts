/** Replaces `fast-equals` (`next.config.mjs`), by which Tiptap would compare whole documents deeply: identity is enough here. */
export const circularDeepEqual = Object.is;
