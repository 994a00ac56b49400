import { generateNKeysBetween } from 'fractional-indexing';
import type { EditedMonologue } from '#lib/transcript/edit';

/**
 * Gives the monologues that may be moved new places where theirs would put them elsewhere than in the order of
 * `sequence`, between the ones that stay. Changes `monologues`.
 */
export function keepOrder(
  sequence: ReadonlyArray<{ id: string }>,
  monologues: Map<string, EditedMonologue>,
  mayMove: (id: string) => boolean,
): void {
  let stays: EditedMonologue | undefined;
  let run: EditedMonologue[] = [];
  for (const monologue of sequence.flatMap(({ id }) => monologues.get(id) ?? [])) {
    if (mayMove(monologue.id)) run.push(monologue);
    else {
      placeRun(stays, run, monologue, monologues);
      stays = monologue;
      run = [];
    }
  }
  placeRun(stays, run, undefined, monologues);
}

function placeRun(
  before: EditedMonologue | undefined,
  run: readonly EditedMonologue[],
  behind: EditedMonologue | undefined,
  monologues: Map<string, EditedMonologue>,
): void {
  if (!before && !behind) return;
  const next = before && behind && !isBefore(before, behind) ? undefined : behind;
  const chain = [before, ...run, next].filter((monologue) => monologue !== undefined);
  if (chain.every((monologue, i) => i === 0 || isBefore(chain[i - 1], monologue))) return;
  const moving = new Set(run);
  const places = [...monologues.values()].flatMap((monologue) =>
    moving.has(monologue) ? [] : [monologue.place],
  );
  const lower = before ? before.place : highest(places.filter((place) => next && place < next.place));
  const upper = lowest(places.filter((place) => lower === null || place > lower));
  const keys = generateNKeysBetween(lower, upper, run.length);
  run.forEach((monologue, i) =>
    monologues.set(monologue.id, { ...monologue, place: keys[i] ?? monologue.place }),
  );
}

function isBefore(monologue: EditedMonologue | undefined, other: EditedMonologue): boolean {
  return (
    monologue === undefined ||
    monologue.place < other.place ||
    (monologue.place === other.place && monologue.id < other.id)
  );
}

function highest(places: readonly string[]): string | null {
  return places.reduce<string | null>((most, place) => (most === null || place > most ? place : most), null);
}

function lowest(places: readonly string[]): string | null {
  return places.reduce<string | null>(
    (least, place) => (least === null || place < least ? place : least),
    null,
  );
}
