import type { EditorState, Transaction } from '@tiptap/pm/state';
import { measurePunctuation } from '#components/editor/document/punctuation.ts';
import { whitespaceBefore } from '#components/editor/document/whitespace.ts';
import type { MachineWord } from '#lib/transcript/model';
import { getSpace, joinWords } from '#lib/transcript/text/join-words';
import type { LocatedItem } from './locate-items';

/** Replaces these passages in one change. */
export function replaceItems(
  state: EditorState,
  items: readonly LocatedItem[],
  toText: (located: LocatedItem) => string,
): Transaction {
  const { tr } = state;
  for (const located of [...items].toSorted((a, b) => b.from - a.from)) {
    const { from, to } = located;
    const text = toText(located);
    // Also deletes the space that would remain before punctuation.
    if (text === '') tr.delete(from - whitespaceBefore(tr.doc.resolve(from)), to);
    else tr.insertText(text, from, to);
  }
  return tr;
}

/** Replaces a conflict with the recognized words. Punctuation around them stays. */
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
