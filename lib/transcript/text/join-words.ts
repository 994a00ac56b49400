import { firstUnspaced, unspacedWriting } from '#lib/transcript/unspaced-scripts';

/* Determines which words are separated by a space. A word's `gap` records exceptions. */

/** Quotes, brackets and dashes that all scripts share, and which behave like the adjacent letters. */
const shared = '\\u2010-\\u2027\\u2030-\\u205e';
const endsUnspaced = new RegExp(`[${unspacedWriting}][${shared}]*$`, 'u');
const beginsUnspaced = new RegExp(`^[${shared}]*[${unspacedWriting}]`, 'u');
/** Burmese and Khmer have a space after these marks. */
const endsSpaced = /[\u104a\u104b\u17d4-\u17d6\u17da][\u2010-\u2027]*$/;

export interface JoinedWord {
  text: string;
  gap?: string | undefined;
}

/** True if two words are adjacent without a space: both meet with letters or marks of scripts without spaces. */
export function touches(before: string, after: string): boolean {
  if (after.charCodeAt(0) < firstUnspaced) return false;
  return beginsUnspaced.test(after.slice(0, maxLooked)) && endsUnspaced.test(before.slice(-maxLooked));
}

/** The UTF-16 units checked at a word's end or start: a letter of any plane with adjacent quotes and dashes. */
export const maxLooked = 8;

/** Returns the space between two words: the second one's `gap`, else one space, or none in scripts without spaces. */
export function getSpace(before: string, { text, gap }: JoinedWord): string {
  return gap ?? (touches(before, text) && !endsSpaced.test(before.slice(-maxLooked)) ? '' : ' ');
}

/** Returns a word with the space before it. `before` is the previous word's text, undefined for the first word. */
export function withBlank(before: string | undefined, word: JoinedWord): string {
  return before === undefined ? word.text : getSpace(before, word) + word.text;
}

/** Joins words into text, spaced as in all formats. */
export function joinWords(words: readonly JoinedWord[]): string {
  let joined = '';
  let before: string | undefined;
  for (const word of words) {
    joined += withBlank(before, word);
    before = word.text;
  }
  return joined;
}

/** Returns the `gap` of a word after this white space; left out if joining would add the same. */
export function toGap(before: string, text: string, space: string): { gap?: string } {
  const gap = space === '' ? '' : (/[\u00a0\u202f\u3000]/.exec(space)?.[0] ?? ' ');
  return gap === getSpace(before, { text }) ? {} : { gap };
}
