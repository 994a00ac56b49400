/**
 * Replaces `fast-equals` in the bundle (`next.config.mjs`). Tiptap compares the values that `useEditorState` selects deeply, a
 * document of many hours among them; those that are selected here differ if they aren't the same object.
 */
export const circularDeepEqual = Object.is;
