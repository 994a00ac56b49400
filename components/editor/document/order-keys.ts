import { compareMonologues } from '#lib/transcript/edit';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** A monologue's order key, `place`. `fixed` is true if the key can stay. */
export interface OrderedMonologue {
  id: string;
  place: string;
  fixed: boolean;
}

/**
 * Assigns order keys to the monologues from `first` to before `end`, so that sorting by (place, ID) gives the
 * document's order. Keeps as many keys as possible; a monologue after `end` gets a new one only if no key fits before
 * it. Returns the new keys by index.
 */
export function assignOrderKeys(
  all: readonly OrderedMonologue[],
  first: number,
  end: number,
): Map<number, string> {
  const unchanged = new Set(findLongestOrdered(all, first, end));
  const changed = new Map<number, string>();
  let i = first;
  while (i < end) {
    if (unchanged.has(i)) {
      i++;
      continue;
    }
    const before = i === 0 ? null : (changed.get(i - 1) ?? all[i - 1]?.place ?? null);
    let next = i + 1;
    while (next < all.length && !((next >= end || unchanged.has(next)) && isBehind(all[next], before)))
      next++;
    const keys = generateNKeysBetween(before, all[next]?.place ?? null, next - i);
    for (const [k, key] of keys.entries()) changed.set(i + k, key);
    i = next;
  }
  return changed;
}

function isBehind(monologue: OrderedMonologue | undefined, before: string | null): boolean {
  return monologue !== undefined && (before === null || monologue.place > before);
}

/** True if the key is a valid key of `fractional-indexing`. */
function isOrderKey(orderKey: string): boolean {
  try {
    generateKeyBetween(orderKey, null);
    return true;
  } catch {
    return false;
  }
}

/** The indexes of the longest subsequence that is already in order and fits between the neighbors. */
function findLongestOrdered(all: readonly OrderedMonologue[], first: number, end: number): number[] {
  const before = all[first - 1];
  const after = all[end];
  const ends: number[] = [];
  const previous = new Map<number, number | undefined>();
  for (let i = first; i < end; i++) {
    const monologue = all[i];
    if (monologue === undefined || !monologue.fixed || !isOrderKey(monologue.place)) continue;
    if (
      (before && compareMonologues(before, monologue) >= 0) ||
      (after && compareMonologues(monologue, after) >= 0)
    )
      continue;
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = all[ends[middle] ?? 0];
      if (other !== undefined && compareMonologues(other, monologue) < 0) low = middle + 1;
      else high = middle;
    }
    previous.set(i, ends[low - 1]);
    ends[low] = i;
  }
  const series: number[] = [];
  for (let i = ends.at(-1); i !== undefined; i = previous.get(i)) series.push(i);
  return series;
}
