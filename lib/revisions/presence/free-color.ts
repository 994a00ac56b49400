import type { Person } from '#lib/events/announce-editor';

const colorCount = 10;

/** A color, from 0 to 9, that none of these people has; one of theirs where there are too many. */
export function freeColor(people: ReadonlyArray<Pick<Person, 'colour'>>): number {
  const taken = new Set(people.map(({ colour }) => colour));
  for (let color = 0; color < colorCount; color += 1) if (!taken.has(color)) return color;
  return people.length % colorCount;
}
