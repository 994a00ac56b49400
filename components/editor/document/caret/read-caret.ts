import type { EditorView } from '@tiptap/pm/view';

/** Reads a caret move that the browser hasn't reported yet: a change before would reset the caret and lose the key. */
export function readCaret({ dom }: Pick<EditorView, 'dom'>): void {
  dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
