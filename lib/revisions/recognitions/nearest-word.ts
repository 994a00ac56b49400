import { countBelow } from '#lib/transcript/count-while';
import type { Span } from '#lib/transcript/align/word-range';

/** Creates a function that finds the word whose middle is nearest to a span's, by index, 0 for none. O(log n). */
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
