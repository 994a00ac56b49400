import type { Sides, Stretch } from '#lib/transcript/align/word-sides';

type Pair = readonly [number, number];

/**
 * Words that surely belong together: those that begin a run of three (else two, else one) that occurs exactly once
 * on both sides; of these the longest list that rises on both ("patience diff").
 */
export function findAnchors(sides: Sides, stretch: Stretch): Pair[] {
  for (const length of [3, 2, 1]) {
    const anchors = findLongestRise(onceOnBoth(sides, stretch, length));
    if (anchors.length > 0) return anchors;
  }
  return [];
}

/** The positions of runs of `length` words that occur once on each side, by place in the text. */
function onceOnBoth(sides: Sides, stretch: Stretch, length: number): Pair[] {
  const mine = findRunPositions(sides.mine.ids, stretch.from, stretch.to, length);
  const theirs = findRunPositions(sides.theirs.ids, stretch.otherFrom, stretch.otherTo, length);
  const pairs: Pair[] = [];
  for (const [run, i] of mine) {
    const j = theirs.get(run);
    if (i >= 0 && j !== undefined && j >= 0) pairs.push([i, j]);
  }
  return pairs;
}

/** Where each run of words is, by first occurrence; -1 for one that occurs again. */
function findRunPositions(
  ids: Int32Array,
  from: number,
  to: number,
  length: number,
): Map<string | number, number> {
  const positions = new Map<string | number, number>();
  for (let i = from; i + length <= to; i++) {
    const run = length === 1 ? (ids[i] ?? 0) : ids.subarray(i, i + length).join(' ');
    positions.set(run, positions.has(run) ? -1 : i);
  }
  return positions;
}

/** The longest list of pairs, in order of the first number, whose second numbers rise. */
function findLongestRise(pairs: readonly Pair[]): Pair[] {
  const getOther = (index: number | undefined) => pairs[index ?? -1]?.[1] ?? 0;
  const ends: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, other]] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (getOther(ends[middle]) < other) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const rise: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) rise.push(pair);
  }
  return rise.toReversed();
}
