import { segmentText } from '#lib/transcript/text/segment-text';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';

/** One word of a text, and from where to where it stands there, in UTF-16 units; the end is the first behind it. */
export interface WordInText {
  text: string;
  start: number;
  end: number;
}

/** Punctuation that is no word of its own; `&`, `@`, `#`, `%`, `*` and slashes are read aloud. */
const loose = /^(?:(?![&@#%*/\\])\p{P})+$/u;
const opening = /^[\p{Ps}\p{Pi}¿¡]+$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The words of a recognised text: at white space, and by the rules of Unicode (UAX #29, with ICU's dictionaries) where the
 * script has none. Punctuation that stands alone belongs to the word before it, an opening mark to the word after it, so
 * that the words hold all of the text but its white space. No letters or signs, no words. Linear in the text.
 */
export function splitWords(text: string): WordInText[] {
  const words: WordInText[] = [];
  let opener: WordInText | undefined;
  for (const part of findParts(text)) {
    const last = words.at(-1);
    if (!loose.test(part.text)) {
      words.push(opener === undefined ? part : join(opener, part));
      opener = undefined;
    } else if (last === undefined || opener !== undefined || opening.test(part.text)) {
      opener = opener === undefined ? part : join(opener, part);
    } else words[words.length - 1] = join(last, part);
  }
  const last = words.at(-1);
  if (opener !== undefined && last !== undefined) words[words.length - 1] = join(last, opener);
  return words;
}

/** What stands between blanks as the words that it has; as it is where it has none. */
export function cutWord(run: string): string[] {
  const words = splitWords(run);
  return words.length === 0 ? [run] : words.map(({ text }) => text);
}

function findParts(text: string): WordInText[] {
  return Array.from(text.matchAll(/\S+/gu)).flatMap(({ 0: run, index }) => {
    if (!hasUnspaced(run)) return [{ text: run, start: index, end: index + run.length }];
    let end = index;
    return Array.from(segmentText(segmenter, run), (text) => ({
      text,
      start: end,
      end: (end += text.length),
    }));
  });
}

function join(before: WordInText, after: WordInText): WordInText {
  return { text: before.text + after.text, start: before.start, end: after.end };
}
