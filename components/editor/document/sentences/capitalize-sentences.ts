import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { TextRange } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import { getText } from '#components/editor/document/to-document.ts';
import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import { isSmall, raise } from './capitalize';

/* Loaded on demand: contains the abbreviations of many languages. */

/** Capitalizes each sentence in a range. The language is a BCP 47 tag; the selection stays. */
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

/** Offsets of lowercase letters that certainly begin a sentence. Capitals stay: they may be names or acronyms. */
export function findSentenceStarts(text: string, language?: string): number[] {
  const starts: number[] = [];
  // A tag, \ufffc in the text, is not part of a sentence.
  const tokens = Array.from(text.matchAll(/[^\s\ufffc]+/gu), ({ 0: word, index }) => ({ text: word, index }));
  const ends = findSentenceEnds(tokens, { language, ignoresCase: true });
  let isStart = true;
  for (const [at, { text: token, index }] of tokens.entries()) {
    const ahead = /^[^\p{L}\p{N}]*/u.exec(token)?.[0].length ?? 0;
    const word = token.slice(ahead);
    if (isStart && word !== '' && isSmall(word)) starts.push(index + ahead);
    isStart = ends[at] === true || (isStart && word === '');
  }
  return starts;
}
