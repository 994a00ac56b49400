import { firstUnspaced, unspacedWriting } from '#lib/transcript/unspaced-scripts';

/* Tells which words are separated by a blank. `gap` of a word records where a writer did otherwise. */

/** Quotes, brackets and dashes that all scripts share; they stand as the letters behind them do. */
const shared = '\\u2010-\\u2027\\u2030-\\u205e';
const endsUnspaced = new RegExp(`[${unspacedWriting}][${shared}]*$`, 'u');
const beginsUnspaced = new RegExp(`^[${shared}]*[${unspacedWriting}]`, 'u');
/** Behind these marks, Burmese and Khmer have a blank. */
const endsSpaced = /[\u104a\u104b\u17d4-\u17d6\u17da][\u2010-\u2027]*$/;

export interface JoinedWord {
  text: string;
  gap?: string | undefined;
}

/** True if one word follows another without a blank: where both touch with letters or marks of scripts that know none. */
export function touches(before: string, after: string): boolean {
  if (after.charCodeAt(0) < firstUnspaced) return false;
  return beginsUnspaced.test(after.slice(0, maxLooked)) && endsUnspaced.test(before.slice(-maxLooked));
}

/** The length of a word's end or beginning that is looked at, in UTF-16 units: a letter of any plane with the quotes and dashes at it. */
export const maxLooked = 8;

/** The space between two words: as the second one has it, else one blank, or none where their scripts know none. */
export function getSpace(before: string, { text, gap }: JoinedWord): string {
  return gap ?? (touches(before, text) && !endsSpaced.test(before.slice(-maxLooked)) ? '' : ' ');
}

/** A word with the space before it; `before` is the text of the word before, undefined for the first one. */
export function withBlank(before: string | undefined, word: JoinedWord): string {
  return before === undefined ? word.text : getSpace(before, word) + word.text;
}

/** Words as the text that they are, as all formats write it. */
export function joinWords(words: readonly JoinedWord[]): string {
  let joined = '';
  let before: string | undefined;
  for (const word of words) {
    joined += withBlank(before, word);
    before = word.text;
  }
  return joined;
}

/** The `gap` of a word behind this white space: left out where joining puts the same there. */
export function toGap(before: string, text: string, space: string): { gap?: string } {
  const gap = space === '' ? '' : (/[\u00a0\u202f\u3000]/.exec(space)?.[0] ?? ' ');
  return gap === getSpace(before, { text }) ? {} : { gap };
}
