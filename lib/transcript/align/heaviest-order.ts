import type { WordRange } from '#lib/transcript/align/word-range';

/**
 * Which ranges can stay, so that each of those begins where the last one ended or later and together they hold as
 * many machine words as possible (between equals, as many ranges). In order already: all, in linear time.
 */
export function heaviestOrder(ranges: readonly WordRange[]): boolean[] {
  const isInOrder = ranges.every(({ from }, i) => from >= (ranges[i - 1]?.to ?? 0));
  if (isInOrder) return ranges.map(() => true);
  // The best list of ranges that ends at or before a word, in a Fenwick tree by the word where it ends.
  const size = ranges.reduce((most, { to }) => Math.max(most, to), 0) + 2;
  const bestEndingBy = new Int32Array(size + 1).fill(-1);
  const weights = new Float64Array(ranges.length);
  const before = new Int32Array(ranges.length).fill(-1);
  const isBetter = (a: number, b: number) => a >= 0 && (b < 0 || (weights[a] ?? 0) > (weights[b] ?? 0));
  let best = -1;
  for (const [i, { from, to }] of ranges.entries()) {
    for (let at = from + 1; at > 0; at -= at & -at) {
      const candidate = bestEndingBy[at] ?? -1;
      if (isBetter(candidate, before[i] ?? -1)) before[i] = candidate;
    }
    weights[i] = (weights[before[i] ?? -1] ?? 0) + (to - from) * (ranges.length + 1) + 1;
    for (let at = to + 1; at <= size; at += at & -at) {
      if (isBetter(i, bestEndingBy[at] ?? -1)) bestEndingBy[at] = i;
    }
    if (isBetter(i, best)) best = i;
  }
  const stays = ranges.map(() => false);
  for (let i = best; i >= 0; i = before[i] ?? -1) stays[i] = true;
  return stays;
}
