import type { EditorState, Transaction } from '@tiptap/pm/state';
import { whitespaceBefore } from '#components/editor/document/whitespace.ts';
import type { LocatedItem } from './locate-items';

/** Writes the same text at all these places: one change, whatever their number. */
export function replaceItems(state: EditorState, items: readonly LocatedItem[], text: string): Transaction {
  const { tr } = state;
  for (const { from, to } of [...items].toSorted((a, b) => b.from - a.from)) {
    // A blank before punctuation would stay.
    if (text === '') tr.delete(from - whitespaceBefore(tr.doc.resolve(from)), to);
    else tr.insertText(text, from, to);
  }
  return tr;
}
