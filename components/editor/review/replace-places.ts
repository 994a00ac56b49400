import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { Place } from './place-doubts';

/** Writes the same text at all these places: one change, whatever their number. */
export function replacePlaces(state: EditorState, places: readonly Place[], text: string): Transaction {
  const { tr } = state;
  for (const { from, to } of [...places].toSorted((a, b) => b.from - a.from)) {
    if (text === '') tr.delete(from, to);
    else tr.insertText(text, from, to);
  }
  return tr;
}
