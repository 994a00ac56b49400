import { countBelow } from '#lib/transcript/count-while';
import type { Span } from '#lib/transcript/align/word-range';

/** Finds the number of the word whose middle is nearest to that of a span, 0 of none. A search takes the logarithm of the words. */
export function createNearestFinder(words: readonly Span[]): (span: Span | undefined) => number {
  const inOrder = words
    .map(({ startMs, endMs }, at) => ({ at, middle: startMs + endMs }))
    .toSorted((a, b) => a.middle - b.middle);
  const middles = inOrder.map(({ middle }) => middle);
  return (span) => {
    const middle = (span?.startMs ?? 0) + (span?.endMs ?? 0);
    const next = countBelow(middles, middle);
    const getDistance = (i: number) => Math.abs((middles[i] ?? Infinity) - middle);
    return inOrder[getDistance(next - 1) <= getDistance(next) ? next - 1 : next]?.at ?? 0;
  };
}
