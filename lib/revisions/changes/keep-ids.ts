import { generateNKeysBetween } from 'fractional-indexing';
import { newId } from '#lib/ids/new-id';
import { pairUnique } from '#lib/transcript/align/pair-unique';
import type { WordRange } from '#lib/transcript/align/word-range';
import { toText, type Edit, type EditedMonologue } from '#lib/transcript/edit';

/** A monologue that has no id yet. */
export type NewMonologue = Omit<EditedMonologue, 'id' | 'place'>;

/**
 * Gives each paragraph the id and the place of the one that it was: those that are the same word for word, and between them those
 * that have machine words in common; new ones where there is none.
 */
export function keepIds(parts: readonly NewMonologue[], { monologues, speakers }: Edit): EditedMonologue[] {
  const names = new Map(speakers.map(({ id, name }) => [id, name]));
  const getKey = ({ speaker, content }: NewMonologue): string =>
    `${names.get(speaker) ?? ''}\n${toText(content)}`;
  const keys = { old: monologues.map(getKey), new: parts.map(getKey) };
  const same = new Map(
    pairUnique(
      { from: 0, to: parts.length, getKey: (i) => keys.new[i] },
      { from: 0, to: monologues.length, getKey: (i) => keys.old[i] },
    ),
  );
  const limits = [...same.values()];
  const kept: Array<EditedMonologue | undefined> = [];
  let next = 0;
  for (const [i, part] of parts.entries()) {
    const twin = monologues[same.get(i) ?? -1];
    if (twin !== undefined) {
      kept.push(twin);
      next = (limits.shift() ?? next) + 1;
      continue;
    }
    const end = limits[0] ?? monologues.length;
    let at = next;
    while (at < end && !overlap(monologues[at], part) && (monologues[at]?.from ?? 0) < part.to) at += 1;
    const old = at < end && overlap(monologues[at], part) ? monologues[at] : undefined;
    if (old !== undefined) next = at + 1;
    kept.push(old === undefined ? undefined : { id: old.id, place: old.place, ...part });
  }
  return fillPlaces(parts, kept);
}

function overlap(monologue: EditedMonologue | undefined, { from, to }: WordRange): boolean {
  return monologue !== undefined && Math.min(monologue.to, to) > Math.max(monologue.from, from);
}

/** The paragraphs with the ids and places of `kept`; new ids where it has none, and new places where its own don't rise. */
export function fillPlaces(
  parts: readonly NewMonologue[],
  kept: ReadonlyArray<EditedMonologue | undefined>,
): EditedMonologue[] {
  const filled: EditedMonologue[] = [];
  for (let i = 0; i < parts.length;) {
    const last = filled.at(-1)?.place ?? null;
    const isPlaced = (known: EditedMonologue | undefined): known is EditedMonologue =>
      known !== undefined && (last === null || known.place > last);
    const known = kept[i];
    if (isPlaced(known)) {
      filled.push(known);
      i += 1;
      continue;
    }
    let end = i;
    while (end < parts.length && !isPlaced(kept[end])) end += 1;
    const places = generateNKeysBetween(last, kept[end]?.place ?? null, end - i);
    for (const [k, part] of parts.slice(i, end).entries()) {
      filled.push({ ...part, id: kept[i + k]?.id ?? newId(), place: places[k] ?? '' });
    }
    i = end;
  }
  return filled;
}
