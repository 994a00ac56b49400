import type { RecognizedWord } from '#lib/recognition/engine';
import type { Span } from '#lib/recognition/pieces/piece';
import { findLoops, type Loop } from '#lib/recognition/words/find-loops';

/** The words, and the removed ones for the log. */
export interface CleanedWords<Word extends RecognizedWord> {
  words: Word[];
  removed: {
    /** The repeats of looped phrases. */
    repeated: Word[];
    /** Recognized where there is no speech. */
    onSilence: Word[];
  };
}

/** Edges of speech are accurate to 0.25 s, an engine's times to about as much. */
const toleranceMs = 500;

/**
 * Returns the number of repeats from which a phrase is an engine's loop: people say "no" six times, a digit ten, a
 * refrain four.
 */
function minRepeats(phraseWords: number): number {
  if (phraseWords === 1) return 16;
  return phraseWords === 2 ? 12 : 8;
}

/**
 * Shorter loops, of three or more repeats, differ from refrains only in their pace: engines write them while no time
 * passes. Of 446 spans of 4 and 11 s that begin in the middle of speech, Moonshine base wrote phrases in a loop in 13:
 * 9 of them at 9.5 to 15 words per second, 4 at 5 to 8. The clips themselves have 2 to 4 (one says "words" four times),
 * and nobody says 8 for long. Slower loops stay: better to leave a loop than to cut a refrain. So do single words up to
 * 15 times, as in "no no no" or a laugh, and stutters.
 */
const impossibleRate = 8;
const minFastWords = 9;

function isUnspeakable({ phraseWords, words, repeats, wordsPerSecond }: Loop & { repeats: number }): boolean {
  const isTooFast = phraseWords > 1 && words >= minFastWords && wordsPerSecond > impossibleRate;
  return isTooFast || repeats >= minRepeats(phraseWords);
}

/**
 * Removes the words of a recording that no one said: loops, the same phrase of 1 to 12 words many times in a row or
 * faster than anyone speaks, are cut to one, and words more than 0.5 s from any span of `speech` (in order; undefined
 * if unknown) are left out. Case and punctuation don't count. Words are given in the order of their time.
 */
export function cleanWords<Word extends RecognizedWord>(
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

function findOnSilence<Word extends RecognizedWord>(words: readonly Word[], speech: readonly Span[]): Word[] {
  const found: Word[] = [];
  let at = 0;
  for (const word of words) {
    while ((speech[at]?.endMs ?? Infinity) + toleranceMs < word.startMs) at += 1;
    const span = speech[at];
    if (span === undefined || span.startMs - toleranceMs > word.endMs) found.push(word);
  }
  return found;
}

function findRepeated<Word extends RecognizedWord>(words: readonly Word[]): Word[] {
  return findLoops(words, isUnspeakable).flatMap((loop) =>
    words.slice(loop.from + loop.phraseWords, loop.from + loop.words),
  );
}
