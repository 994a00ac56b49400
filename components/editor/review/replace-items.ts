import type { EditorState, Transaction } from '@tiptap/pm/state';
import { measurePunctuation } from '#components/editor/document/punctuation.ts';
import { whitespaceBefore } from '#components/editor/document/whitespace.ts';
import type { MachineWord } from '#lib/transcript/model';
import { getSpace, joinWords } from '#lib/transcript/text/join-words';
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

/** Writes at a conflict what was heard there; the punctuation round words stays. */
export function writeHeard(
  { tr }: EditorState,
  { item, from, to }: LocatedItem,
  words: readonly MachineWord[],
): Transaction {
  const heard = joinWords(words.slice(item.from, item.to));
  if (from < to) {
    const { before, behind } = measurePunctuation(heard);
    return tr.insertText(heard.slice(before, heard.length - behind), from, to);
  }
  const { parent, parentOffset: at } = tr.doc.resolve(from);
  const [before, behind] = [parent.textBetween(0, at), parent.textBetween(at, parent.content.size)];
  if (at > 0) return tr.insertText(getSpace(before, { text: heard }) + heard, from);
  return tr.insertText(heard + (behind === '' ? '' : getSpace(heard, { text: behind })), from);
}
