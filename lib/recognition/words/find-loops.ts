import type { RecognizedWord } from '#lib/recognition/engine';

/** A phrase repeated in a row: its first word, the words of the phrase, and the words of the whole loop. */
export interface Loop {
  from: number;
  phraseWords: number;
  words: number;
  wordsPerSecond: number;
}

/** The longest repeated phrase to find, in words. Moonshine repeats up to 12. */
const maxPhraseWords = 12;

/**
 * Returns the loops among words in time order, by `isLoop`: the shortest phrase at each point, a cut-off end included.
 */
export function findLoops(
  words: readonly RecognizedWord[],
  isLoop: (loop: Loop & { repeats: number }) => boolean,
): Loop[] {
  const texts = words.map(({ text }) => toComparable(text));
  const loops: Loop[] = [];
  for (let from = 0; from < words.length;) {
    const loop = findLoop(words, texts, { from, isLoop });
    if (loop !== undefined) loops.push(loop);
    from += loop?.words ?? 1;
  }
  return loops;
}

function findLoop(
  words: readonly RecognizedWord[],
  texts: readonly string[],
  { from, isLoop }: { from: number; isLoop: (loop: Loop & { repeats: number }) => boolean },
): Loop | undefined {
  for (let phraseWords = 1; phraseWords <= maxPhraseWords; phraseWords += 1) {
    // Only where a repetition begins, not in the middle of one that was no loop.
    if (from > 0 && texts[from - 1] === texts[from - 1 + phraseWords]) continue;
    let end = from + phraseWords;
    while (end < texts.length && texts[end] === texts[end - phraseWords]) end += 1;
    const repeats = Math.floor((end - from) / phraseWords);
    if (repeats < 3 || isRepetition(texts.slice(from, from + phraseWords))) continue;
    const loop = { from, phraseWords, words: end - from, wordsPerSecond: measureRate(words, from, end) };
    if (isLoop({ ...loop, repeats })) return loop;
  }
  return undefined;
}

/** True if a phrase is itself a shorter one several times: "no no" is "no". */
function isRepetition(phrase: readonly string[]): boolean {
  const halves = Array.from({ length: Math.floor(phrase.length / 2) }, (_, i) => i + 1);
  return halves.some(
    (period) => phrase.length % period === 0 && phrase.every((text, i) => text === phrase[i % period]),
  );
}

/** Words at a higher rate per second are timed to one moment, as some engines do. Observed loops ran at up to 15. */
const maxOwnRate = 20;
/** A pause before or after a loop counts up to this length. */
const longestPauseMs = 500;

/**
 * Returns the words per second between the word before and the one after, without long pauses unless the words' times
 * mean nothing.
 */
function measureRate(words: readonly RecognizedWord[], from: number, end: number): number {
  const count = end - from;
  const [first, last] = [words[from]?.startMs ?? 0, words[end - 1]?.endMs ?? 0];
  const pauseMs = last - first < (count * 1000) / maxOwnRate ? Infinity : longestPauseMs;
  const startMs = Math.max(words[from - 1]?.endMs ?? first, first - pauseMs);
  const endMs = Math.min(words[end]?.startMs ?? last, last + pauseMs);
  return (count * 1000) / Math.max(1, endMs - startMs);
}

function toComparable(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? text : letters;
}
