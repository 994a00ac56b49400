import type { RecognisedWord } from '#lib/recognition/engine';
import type { Span } from '#lib/recognition/pieces/find-speech';

/** What was cut out, so that it can be said in the log. */
export interface CleanedWords<Word extends RecognisedWord> {
  words: Word[];
  removed: {
    /** All but the first of a phrase that came again and again. */
    repeated: Word[];
    /** Heard where there is no speech. */
    onSilence: Word[];
  };
}

/** The longest phrase, in words, whose repetitions are looked for. */
const maxPhraseWords = 8;
/** Edges of speech are found to 0.25 s, an engine's times are good to about as much. */
const toleranceMs = 500;

/**
 * From how often in a row a phrase is an engine's loop. A loop fills what is left of a piece, 100 words and more; people
 * say "no" six times, a number's digit ten times, and a refrain four.
 */
function minRepeats(phraseWords: number): number {
  if (phraseWords === 1) return 16;
  return phraseWords === 2 ? 12 : 8;
}

/**
 * The words of a recording without those that no one said: loops such as Whisper makes, the same phrase of 1 to 8
 * words many times in a row, are cut to one, and words more than 0.5 s from any stretch of `speech` (in order; undefined
 * where it is not known) are left out. Case and punctuation don't count. Words are given in the order of their time.
 */
export function cleanWords<Word extends RecognisedWord>(
  words: readonly Word[],
  speech: readonly Span[] | undefined,
): CleanedWords<Word> {
  const onSilence = new Set(speech === undefined ? [] : findOnSilence(words, speech));
  const spoken = words.filter((word) => !onSilence.has(word));
  const repeated = new Set(findRepeated(spoken));
  return {
    words: spoken.filter((word) => !repeated.has(word)),
    removed: { repeated: [...repeated], onSilence: [...onSilence] },
  };
}

function findOnSilence<Word extends RecognisedWord>(words: readonly Word[], speech: readonly Span[]): Word[] {
  const found: Word[] = [];
  let at = 0;
  for (const word of words) {
    while ((speech[at]?.endMs ?? Infinity) + toleranceMs < word.startMs) at += 1;
    const span = speech[at];
    if (span === undefined || span.startMs - toleranceMs > word.endMs) found.push(word);
  }
  return found;
}

function findRepeated<Word extends RecognisedWord>(words: readonly Word[]): Word[] {
  const texts = words.map(({ text }) => toComparable(text));
  const found: Word[] = [];
  for (let at = 0; at < words.length;) {
    const loop = findLoop(texts, at);
    if (loop !== undefined) found.push(...words.slice(at + loop.phraseWords, at + loop.words));
    at += loop?.words ?? 1;
  }
  return found;
}

/** The loop that begins with a word: the length of its phrase, and of the whole. */
function findLoop(
  texts: readonly string[],
  from: number,
): { phraseWords: number; words: number } | undefined {
  for (let phraseWords = 1; phraseWords <= maxPhraseWords; phraseWords += 1) {
    let end = from + phraseWords;
    while (end < texts.length && texts[end] === texts[end - phraseWords]) end += 1;
    const repeats = Math.floor((end - from) / phraseWords);
    if (repeats < minRepeats(phraseWords)) continue;
    // A loop that was cut off ends with a part of its phrase: that goes with it.
    return { phraseWords, words: end - from };
  }
  return undefined;
}

function toComparable(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? text : letters;
}
