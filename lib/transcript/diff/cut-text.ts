import { cutUnspaced } from '#lib/transcript/text/cut-unspaced';
import { findExtraBlanks, removeExtraBlanks } from '#lib/transcript/text/extra-blanks';

/** A word of a text with the white space before it. */
export interface TextWord {
  before: string;
  text: string;
  /** The text without blanks. */
  key: string;
}

/** A text in words with all white space; scripts without blanks are cut by the dictionary, blanks or not. */
export function cutText(text: string): { words: TextWord[]; after: string } {
  const blanks = findExtraBlanks(text);
  const joined = blanks.length === 0 ? text : removeExtraBlanks(text);
  const words: TextWord[] = [];
  let before = '';
  let passed = 0;
  // A blank that was taken out stood `passed` characters further on, behind those before it.
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
