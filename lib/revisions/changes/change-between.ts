import { isDeepStrictEqual } from 'node:util';
import type { Edit, EditChange } from '#lib/transcript/edit';

/** Returns the change from one edit to another. Linear. */
export function changeBetween(from: Omit<Edit, 'revision'>, to: Omit<Edit, 'revision'>): EditChange {
  const before = new Map(from.monologues.map((monologue) => [monologue.id, monologue]));
  const ids = new Set(to.monologues.map(({ id }) => id));
  return {
    put: to.monologues.filter((monologue) => !isDeepStrictEqual(monologue, before.get(monologue.id))),
    remove: from.monologues.filter(({ id }) => !ids.has(id)).map(({ id }) => id),
    ...(!isDeepStrictEqual(to.speakers, from.speakers) && { speakers: to.speakers }),
  };
}
