import type { EditorView } from '@tiptap/pm/view';

/** Reads a caret move that the browser has not reported: a change dispatched before puts the caret back, and loses the key. */
export function readCaret({ dom }: Pick<EditorView, 'dom'>): void {
  dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
