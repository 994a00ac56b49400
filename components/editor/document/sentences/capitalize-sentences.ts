import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import { getText, raise } from './capitalize';
import { findSentenceStarts } from './find-sentence-starts';

/* Loaded on demand: it has the abbreviations of many languages. */

/** Begins each sentence in a range of a text in this language (a BCP 47 tag) with a capital; the selection stays. */
export function capitalizeSentences(
  { doc, selection, tr }: EditorState,
  { from, to }: TextRange,
  language?: string,
): Transaction {
  doc.nodesBetween(from, to, (node, position) => {
    if (node.type.name !== 'monologue') return false;
    const begin = position + 1;
    const starts = findSentenceStarts(getText(node), language).map((start) => begin + start);
    for (const start of starts) if (start >= from && start < to) raise(tr, start, language);
    return false;
  });
  if (tr.docChanged && selection instanceof TextSelection) {
    tr.setSelection(TextSelection.create(tr.doc, selection.anchor, selection.head));
  }
  return tr;
}
