import { findSentenceEnds } from '#lib/transcript/sentences/find-sentence-ends';
import { isSmall } from './capitalize';

/*
 * Which letters begin a sentence and are small. Nothing else is ever changed: a capital may be a name, a noun or an
 * acronym, so none is lowered. Where it is not certain that a sentence ends, none begins.
 */

/** The offsets of lowercase letters that begin a sentence; `language` is a BCP 47 tag. */
export function findSentenceStarts(text: string, language?: string): number[] {
  const starts: number[] = [];
  // A tag, \ufffc in the text, is no part of a sentence.
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
