import { segmentText } from '#lib/transcript/text/segment-text';
import { toGap } from '#lib/transcript/text/join-words';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';

/** One word of a text, and from where to where it stands there, in UTF-16 units; the end is the first behind it. */
export interface WordInText {
  text: string;
  start: number;
  end: number;
  gap?: string;
}

/** Punctuation that is no word of its own; `&`, `@`, `#`, `%`, `*` and slashes are read aloud. */
const loose = /^(?:(?![&@#%*/\\])\p{P})+$/u;
const opening = /^[\p{Ps}\p{Pi}¿¡]+$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A stretch between white space. A blank that doesn't break belongs to the mark at it, and to a number: `« Oui ! »`, `10 000`. */
export const unbroken =
  /(?:\S|(?<=[«‹([])[\u00a0\u202f](?=\S)|(?<=\S)[\u00a0\u202f](?=[»›)\]:;!?%‰])|(?<=\p{N})[\u00a0\u202f](?=\p{N}))+/gu;

/**
 * The words of a recognized text: at white space, and by the rules of Unicode (UAX #29, with ICU's dictionaries) where the
 * script has none. Punctuation that stands alone belongs to the word before it, an opening mark to the word after it, with the
 * blank between, so that the words joined are the text. No letters or signs, no words. Linear in the text.
 */
export function splitWords(text: string): WordInText[] {
  const words: Array<Omit<WordInText, 'text'>> = [];
  let opener: number | undefined;
  for (const part of findParts(text)) {
    const last = words.at(-1);
    if (!loose.test(part.text)) {
      words.push({ start: opener ?? part.start, end: part.end });
      opener = undefined;
    } else if (last === undefined || opener !== undefined || opening.test(part.text)) {
      opener ??= part.start;
    } else last.end = part.end;
  }
  const last = words.at(-1);
  if (opener !== undefined && last !== undefined) last.end = text.trimEnd().length;
  return words.map(({ start, end }, i) => {
    const before = words[i - 1];
    const word = { text: text.slice(start, end), start, end };
    if (before === undefined) return word;
    return {
      ...word,
      ...toGap(text.slice(before.start, before.end), word.text, text.slice(before.end, start)),
    };
  });
}

/** The words of a stretch between blanks; the stretch itself where it has none. */
export function cutWord(run: string): string[] {
  const words = splitWords(run);
  return words.length === 0 ? [run] : words.map(({ text }) => text);
}

function findParts(text: string): WordInText[] {
  return Array.from(text.matchAll(unbroken)).flatMap(({ 0: run, index }) => {
    if (!hasUnspaced(run)) return [{ text: run, start: index, end: index + run.length }];
    let end = index;
    return Array.from(segmentText(segmenter, run), (text) => ({
      text,
      start: end,
      end: (end += text.length),
    })).filter((part) => part.text.trim() !== '');
  });
}
