import type { RecognizedWord } from '#lib/recognition/engine';
import { longPauseMs, pauseBefore } from '#lib/recognition/words/build-monologues';

const minWords = 20;
const maxWords = 60;

/** Cuts words into blocks to punctuate: at long pauses, else at the longest pause between the 20th and 60th word. */
export function cutBlocks(words: readonly RecognizedWord[]): RecognizedWord[][] {
  const blocks: RecognizedWord[][] = [];
  for (let from = 0; from < words.length;) {
    const to = findEnd(words, from);
    blocks.push(words.slice(from, to));
    from = to;
  }
  return blocks;
}

function findEnd(words: readonly RecognizedWord[], from: number): number {
  const last = Math.min(words.length, from + maxWords);
  let best = last;
  for (let at = from + 1; at < last; at += 1) {
    if (pauseBefore(words, at) >= longPauseMs) return at;
  }
  if (last === words.length) return last;
  for (let at = from + minWords; at < last; at += 1) {
    if (pauseBefore(words, at) > pauseBefore(words, best)) best = at;
  }
  return best;
}
