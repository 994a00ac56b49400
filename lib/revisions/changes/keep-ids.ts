import { generateNKeysBetween } from 'fractional-indexing';
import { newId } from '#lib/ids/new-id';
import { findLongestIncreasing, pairUnique } from '#lib/transcript/align/pair-unique';
import type { WordRange } from '#lib/transcript/align/word-range';
import { compareMonologues, toText, type Edit, type EditedMonologue } from '#lib/transcript/edit';

/** A monologue without an ID. */
export type NewMonologue = Omit<EditedMonologue, 'id' | 'place'>;

/**
 * Gives each paragraph the ID and position of the old one that it matches: the `known` one, else one with identical
 * text, or between those, one with overlapping machine words. Unmatched paragraphs are new. Only moved ones get a new
 * position. The ranges of parts that aren't known must be ascending. O(n log n).
 */
export function keepIds(
  parts: readonly NewMonologue[],
  { monologues, speakers }: Edit,
  known: ReadonlyMap<number, EditedMonologue> = new Map(),
): EditedMonologue[] {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const knownIds = new Set([...known.values()].map(({ id }) => id));
  const getKey = ({ speaker, content }: NewMonologue): string =>
    `${names.get(speaker) ?? ''}\n${toText(content)}`;
  const keys = {
    old: monologues.map((monologue) => (knownIds.has(monologue.id) ? monologue : getKey(monologue))),
    new: parts.map((part, i) => (known.has(i) ? part : getKey(part))),
  };
  const twins = pairUnique<unknown>(
    { from: 0, to: parts.length, getKey: (i) => keys.new[i] },
    { from: 0, to: monologues.length, getKey: (i) => keys.old[i] },
  );
  const isKnown = (at: number): boolean => knownIds.has(monologues[at]?.id ?? '');
  const kept: Array<EditedMonologue | undefined> = [];
  let [next, nextTwin] = [0, 0];
  for (const [i, part] of parts.entries()) {
    const there = known.get(i);
    if (there !== undefined) {
      kept.push({ id: there.id, place: there.place, ...part });
      continue;
    }
    const [twin, end] = twins[nextTwin] ?? [parts.length, monologues.length];
    if (twin === i) {
      kept.push(monologues[end]);
      next = end + 1;
      nextTwin += 1;
      continue;
    }
    // Monologues that end before this part don't overlap later ones, either.
    if (!isEmpty(part)) while (next < end && (isKnown(next) || endsBefore(monologues[next], part))) next += 1;
    const old =
      next < end && !isKnown(next) && overlap(monologues[next], part) ? monologues[next] : undefined;
    if (old !== undefined) next += 1;
    kept.push(old === undefined ? undefined : { id: old.id, place: old.place, ...part });
  }
  return fillPlaces(parts, known.size === 0 ? kept : withoutMovedPlaces(kept, monologues));
}

/** Clears the positions of as few monologues as possible, those that moved. */
function withoutMovedPlaces(
  kept: ReadonlyArray<EditedMonologue | undefined>,
  monologues: readonly EditedMonologue[],
): Array<EditedMonologue | undefined> {
  const positions = new Map(monologues.map(({ id }, i) => [id, i]));
  const pairs = kept.flatMap((monologue, i): Array<[number, number]> =>
    monologue === undefined ? [] : [[i, positions.get(monologue.id) ?? 0]],
  );
  const stayed = new Set(findLongestIncreasing(pairs).map(([i]) => i));
  return kept.map((monologue, i) =>
    monologue === undefined || stayed.has(i) ? monologue : { ...monologue, place: '' },
  );
}

const isEmpty = ({ from, to }: WordRange): boolean => from >= to;

const endsBefore = (monologue: EditedMonologue | undefined, { from }: WordRange): boolean =>
  monologue !== undefined && (isEmpty(monologue) || monologue.to <= from);

function overlap(monologue: EditedMonologue | undefined, { from, to }: WordRange): boolean {
  return monologue !== undefined && Math.min(monologue.to, to) > Math.max(monologue.from, from);
}

/** Fills in new IDs where `kept` has none, and new positions where its own are empty or not ascending. */
export function fillPlaces(
  parts: readonly NewMonologue[],
  kept: ReadonlyArray<EditedMonologue | undefined>,
): EditedMonologue[] {
  const filled: EditedMonologue[] = [];
  for (let i = 0; i < parts.length;) {
    const before = filled.at(-1);
    const known = kept[i];
    // Monologues inserted concurrently may have the same position.
    if (known !== undefined && known.place !== '' && (!before || compareMonologues(before, known) < 0)) {
      filled.push(known);
      i += 1;
      continue;
    }
    const last = before?.place ?? null;
    const isPlaced = (place = ''): boolean => place !== '' && (last === null || place > last);
    let end = i;
    while (end < parts.length && !isPlaced(kept[end]?.place)) end += 1;
    const places = generateNKeysBetween(last, kept[end]?.place ?? null, end - i);
    for (const [k, part] of parts.slice(i, end).entries()) {
      filled.push({ ...part, id: kept[i + k]?.id ?? newId(), place: places[k] ?? '' });
    }
    i = end;
  }
  return filled;
}
