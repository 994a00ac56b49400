import { generateNKeysBetween } from 'fractional-indexing';
import { countWhile } from '#lib/transcript/count-while';
import type { EditedMonologue } from '#lib/transcript/edit';

/** Monologues by ID, with their positions in order. */
export interface OrderedMonologues {
  byId: ReadonlyMap<string, EditedMonologue>;
  set(monologue: EditedMonologue): void;
  delete(id: string): void;
  /** Returns the lowest position above one, or the lowest of all; null if there is none. */
  findAbove(place: string | null): string | null;
  /** Returns the highest position below one; null if there is none. */
  findBelow(place: string): string | null;
}

/** Creates a list of monologues that can change individually. Position lookups take O(log n). */
export function orderMonologues(monologues: Iterable<EditedMonologue>): OrderedMonologues {
  const byId = new Map(Array.from(monologues, (monologue) => [monologue.id, monologue]));
  const places = Array.from(byId.values(), ({ place }) => place).toSorted();
  const countBelow = (place: string): number => countWhile(places, (other) => other < place);
  const remove = (id: string): void => {
    const known = byId.get(id);
    if (known !== undefined) places.splice(countBelow(known.place), 1);
  };
  return {
    byId,
    set: (monologue) => {
      if (byId.get(monologue.id)?.place !== monologue.place) {
        remove(monologue.id);
        places.splice(countBelow(monologue.place), 0, monologue.place);
      }
      byId.set(monologue.id, monologue);
    },
    delete: (id) => {
      remove(id);
      byId.delete(id);
    },
    findAbove: (place) => places[countWhile(places, (other) => place !== null && other <= place)] ?? null,
    findBelow: (place) => places[countBelow(place) - 1] ?? null,
  };
}

/** Reorders movable monologues between fixed ones to match `sequence`. Mutates `monologues`. */
export function keepOrder(
  sequence: ReadonlyArray<{ id: string }>,
  monologues: OrderedMonologues,
  mayMove: (id: string) => boolean,
): void {
  let stays: EditedMonologue | undefined;
  let run: EditedMonologue[] = [];
  for (const monologue of sequence.flatMap(({ id }) => monologues.byId.get(id) ?? [])) {
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
  monologues: OrderedMonologues,
): void {
  if (!before && !behind) return;
  const next = before && behind && !isBefore(before, behind) ? undefined : behind;
  const chain = [before, ...run, next].filter((monologue) => monologue !== undefined);
  if (chain.every((monologue, i) => i === 0 || isBefore(chain[i - 1], monologue))) return;
  for (const { id } of run) monologues.delete(id);
  const lower = before ? before.place : next ? monologues.findBelow(next.place) : null;
  const keys = generateNKeysBetween(lower, monologues.findAbove(lower), run.length);
  run.forEach((monologue, i) => monologues.set({ ...monologue, place: keys[i] ?? monologue.place }));
}

function isBefore(monologue: EditedMonologue | undefined, other: EditedMonologue): boolean {
  return (
    monologue === undefined ||
    monologue.place < other.place ||
    (monologue.place === other.place && monologue.id < other.id)
  );
}
