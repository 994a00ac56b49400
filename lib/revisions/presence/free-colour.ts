import type { Person } from '#lib/events/announce-editor';

const colours = 10;

/** A color, from 0 to 9, that none of these people has; one of theirs where there are too many. */
export function freeColour(people: ReadonlyArray<Pick<Person, 'colour'>>): number {
  const taken = new Set(people.map(({ colour }) => colour));
  for (let colour = 0; colour < colours; colour += 1) if (!taken.has(colour)) return colour;
  return people.length % colours;
}
