import { cutUnspaced } from '#lib/transcript/text/cut-unspaced';
import { findExtraBlanks, removeExtraBlanks } from '#lib/transcript/text/extra-blanks';

/** A word of a text with the white space before it. */
export interface TextWord {
  before: string;
  text: string;
  /** The text without spaces. */
  key: string;
}

/** Splits a text into words, keeping white space. In scripts without spaces, the dictionary decides despite spaces. */
export function cutText(text: string): { words: TextWord[]; after: string } {
  const blanks = findExtraBlanks(text);
  const joined = blanks.length === 0 ? text : removeExtraBlanks(text);
  const words: TextWord[] = [];
  let before = '';
  let passed = 0;
  // A removed space was `passed` characters further on, after the previous ones.
  const isBlankBefore = (at: number) => blanks[passed] !== undefined && (blanks[passed] ?? 0) - passed < at;
  for (const { 0: part, index } of joined.matchAll(/\s+|\S+/gu)) {
    if (/^\s/u.test(part)) {
      before += part;
      continue;
    }
    let at = index;
    for (const key of cutUnspaced(part)) {
      if (isBlankBefore(at + 1)) {
        before += ' ';
        passed++;
      }
      const from = at + passed;
      at += key.length;
      while (isBlankBefore(at)) passed++;
      words.push({ before, text: text.slice(from, at + passed), key });
      before = '';
    }
  }
  return { words, after: before };
}
