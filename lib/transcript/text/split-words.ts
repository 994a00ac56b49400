import { segmentText } from '#lib/transcript/text/segment-text';
import { maxLooked, toGap } from '#lib/transcript/text/join-words';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';

/** A word of a text with its offsets in UTF-16 units, `end` exclusive. */
export interface WordInText {
  text: string;
  start: number;
  end: number;
  gap?: string;
}

/** Punctuation that isn't a word. `&`, `@`, `#`, `%`, `*` and slashes are spoken. */
const loose = /^(?:(?![&@#%*/\\])\p{P})+$/u;
const opening = /^[\p{Ps}\p{Pi}¿¡]+$/u;
const dash = /^[-–—―]$/;
const sentenceEnd = /[.!?…]["'\p{Pe}\p{Pf}]*$/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A run between white space. Non-breaking spaces belong to an adjacent mark or number: `« Oui ! »`, `10 000`. */
export const unbroken =
  /(?:\S|(?<=[«‹([])[\u00a0\u202f](?=\S)|(?<=\S)[\u00a0\u202f](?=[»›)\]:;!?%‰])|(?<=\p{N})[\u00a0\u202f](?=\p{N}))+/gu;

/**
 * Splits recognized text into words: at white space and, in scripts without spaces, by Unicode (UAX #29, with ICU's
 * dictionaries). Standalone punctuation joins the previous word, an opening mark the next one, including the space
 * between, so that the joined words equal the text. Returns no words for a text without letters or symbols. Linear.
 */
export function splitWords(text: string): WordInText[] {
  const words: Array<Omit<WordInText, 'text'>> = [];
  let opener: number | undefined;
  for (const part of findParts(text)) {
    const last = words.at(-1);
    if (!loose.test(part.text)) {
      words.push({ start: opener ?? part.start, end: part.end });
      opener = undefined;
    } else if (
      last === undefined ||
      opener !== undefined ||
      opening.test(part.text) ||
      // Starts the next speaker's words: “Да? — Нет.”
      (dash.test(part.text) &&
        sentenceEnd.test(text.slice(Math.max(last.start, last.end - maxLooked), last.end)))
    ) {
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

/** Splits a run between spaces into words; returns the run itself if it has none. */
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
