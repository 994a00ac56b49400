import type { RecognizedWord } from '#lib/recognition/engine';
import { splitWords, type WordInText } from '#lib/transcript/text/split-words';

/*
 * Servers time words, but OpenAI's omit their punctuation: "Hello, world." comes with the words "Hello" and "world". If
 * text and timed words have the same letters, words are taken from the text with the times of their letters. This keeps
 * punctuation, and rejoins "twenty", "five" as the text's "twenty-five".
 */

interface Letter {
  startMs: number;
  endMs: number;
  confidence: number | undefined;
}

/** Returns the words of `text` with the times of `timed`, or `timed` itself if their letters differ. */
export function restorePunctuation(text: string, timed: readonly RecognizedWord[]): RecognizedWord[] {
  if (toLetters(text).join('') !== timed.map((word) => toLetters(word.text).join('')).join('')) {
    return [...timed];
  }
  const letters = timed.flatMap(spellOut);
  let at = 0;
  const words: RecognizedWord[] = [];
  for (const token of splitWords(text)) {
    const length = toLetters(token.text).length;
    const spelled = letters.slice(at, at + length);
    at += length;
    const [first, last] = [spelled[0], spelled.at(-1)];
    const previous = words.at(-1);
    if (first !== undefined && last !== undefined) {
      const confidence = mean(spelled);
      const word = { ...toText(token), startMs: first.startMs, endMs: last.endMs };
      words.push(confidence === undefined ? word : { ...word, confidence });
    } else if (previous !== undefined) {
      // A symbol without a time, such as "&", gets the moment between its neighbors.
      words.push({ ...toText(token), startMs: previous.endMs, endMs: previous.endMs });
    } else return [...timed];
  }
  return words;
}

function toText({ text, gap }: WordInText): Pick<RecognizedWord, 'text' | 'gap'> {
  return { text, ...(gap !== undefined && { gap }) };
}

function toLetters(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  );
}

function spellOut({ text, startMs, endMs, confidence }: RecognizedWord): Letter[] {
  const { length } = toLetters(text);
  const timeAt = (letter: number) => startMs + Math.round(((endMs - startMs) * letter) / length);
  return Array.from({ length }, (_, i) => ({ startMs: timeAt(i), endMs: timeAt(i + 1), confidence }));
}

/** Rounded to a thousandth. */
function mean(letters: readonly Letter[]): number | undefined {
  const known = letters.flatMap(({ confidence }) => confidence ?? []);
  if (known.length === 0) return undefined;
  const sum = known.reduce((total, value) => total + value, 0);
  return Math.round((1000 * sum) / known.length) / 1000;
}
