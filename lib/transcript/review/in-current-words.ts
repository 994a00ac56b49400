import { countBelow } from '#lib/transcript/count-while';
import type { WordRange } from '#lib/transcript/align/word-range';
import type { MachineWord } from '#lib/transcript/model';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';

/**
 * Finds items among the current words of a transcript whose monologues have these ranges, in recording order, with
 * indexes in `words`. `numbers` are the indexes of the current words. Words that a later recognition replaced aren't
 * current. Splits items that would span two recognitions. O(n log n).
 */
export function inCurrentWords<Item extends ReviewItem>(
  words: readonly MachineWord[],
  ranges: readonly WordRange[],
  find: (words: readonly MachineWord[], numbers: readonly number[]) => readonly Item[],
): Item[] {
  const numbers = listCurrent(words, ranges);
  const current = numbers.flatMap((number) => words[number] ?? []);
  return find(current, numbers).flatMap((item) => renumber(item, numbers, words.length));
}

/** Lists the indexes of current words. A word outside all ranges is current unless spoken during a range's words. */
function listCurrent(words: readonly MachineWord[], ranges: readonly WordRange[]): number[] {
  const covered = joinTouching(ranges);
  const starts = covered.map(({ from }) => from);
  const bounds = ranges.flatMap(({ from, to }) => [from, to]).filter((bound) => bound < words.length);
  const ends = [...new Set([...bounds, words.length])].toSorted((a, b) => a - b);
  const isTaken = findTaken(words, ranges);
  const parts = ends.map((to, i) => {
    const from = ends[i - 1] ?? 0;
    const isInUse = (covered[countBelow(starts, from + 1) - 1]?.to ?? 0) >= to;
    const own = Array.from({ length: to - from }, (_, k) => from + k);
    return isInUse ? own : own.filter((number) => !isTaken(words[number]));
  });
  return parts
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => startOf(words, a[0]) - startOf(words, b[0]))
    .flat();
}

const startOf = (words: readonly MachineWord[], number = 0): number => words[number]?.startMs ?? 0;

/** Joins touching ranges, in order. */
export function joinTouching(ranges: readonly WordRange[]): WordRange[] {
  const joined: WordRange[] = [];
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) joined.push({ from, to });
  }
  return joined;
}

/** Returns a function that tells if a word was spoken between the first and last word of a range. */
function findTaken(
  words: readonly MachineWord[],
  ranges: readonly WordRange[],
): (word: MachineWord | undefined) => boolean {
  const spans = ranges
    .filter(({ from, to }) => from < to)
    .map(({ from, to }) => ({ startMs: startOf(words, from), endMs: words[to - 1]?.endMs ?? 0 }))
    .toSorted((a, b) => a.startMs - b.startMs);
  let highest = 0;
  const starts = spans.map(({ startMs }) => startMs);
  const ends = spans.map(({ endMs }) => (highest = Math.max(highest, endMs)));
  return (word) => {
    if (word === undefined) return false;
    const middle = (word.startMs + word.endMs) / 2;
    return (ends[countBelow(starts, middle) - 1] ?? 0) > middle;
  };
}

/** Maps an item to indexes in the whole list. A pause after the last word comes after the list. */
function renumber<Item extends ReviewItem>(item: Item, numbers: readonly number[], count: number): Item[] {
  const first = numbers[item.from] ?? count;
  if (item.from === item.to) return [{ ...item, from: first, to: first }];
  const parts: Item[] = [];
  for (const number of numbers.slice(item.from, item.to)) {
    const last = parts.at(-1);
    if (last?.to === number) last.to = number + 1;
    else parts.push({ ...item, from: number, to: number + 1 });
  }
  return parts;
}
