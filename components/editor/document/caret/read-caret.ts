import type { EditorView } from '@tiptap/pm/view';

/**
 * Reads a caret that the browser has moved and not reported yet. A change from elsewhere that is dispatched before puts the caret
 * back, and the key that moved it is lost.
 */
export function readCaret({ dom }: Pick<EditorView, 'dom'>): void {
  dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}
