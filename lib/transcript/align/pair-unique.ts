import { countWhile } from '#lib/transcript/count-while';

/** Items `from` to `to` (exclusive) of a list. Equal items have equal keys. */
interface Span<Key> {
  from: number;
  to: number;
  getKey: (at: number) => Key;
}

/** Pairs items that are unique on both sides, as many as are ascending on both ("patience diff", Bram Cohen). */
export function pairUnique<Key>(a: Span<Key>, b: Span<Key>): Array<[number, number]> {
  const inB = findUnique(b);
  const pairs: Array<[number, number]> = [];
  for (const [key, i] of findUnique(a)) {
    const j = inB.get(key);
    if (i >= 0 && j !== undefined && j >= 0) pairs.push([i, j]);
  }
  return findLongestIncreasing(pairs);
}

function findUnique<Key>({ from, to, getKey }: Span<Key>): Map<Key, number> {
  const positions = new Map<Key, number>();
  for (let i = from; i < to; i++) {
    const key = getKey(i);
    positions.set(key, positions.has(key) ? -1 : i);
  }
  return positions;
}

/** Returns the longest subsequence of pairs whose second numbers are ascending. */
export function findLongestIncreasing(pairs: ReadonlyArray<[number, number]>): Array<[number, number]> {
  const tails: number[] = [];
  const before = new Int32Array(pairs.length);
  for (const [i, [, other]] of pairs.entries()) {
    const at = countWhile(tails, (tail) => (pairs[tail]?.[1] ?? 0) < other);
    before[i] = tails[at - 1] ?? -1;
    tails[at] = i;
  }
  const chain: Array<[number, number]> = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) {
    const pair = pairs[i];
    if (pair) chain.push(pair);
  }
  return chain.toReversed();
}
