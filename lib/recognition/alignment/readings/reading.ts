/** One way to say a written word: words in lower case; a single letter stands for its name. */
export type Reading = readonly string[];

/** So many ways to say one word are tried at most: each makes the search for it longer. */
export const maxReadings = 16;

/** All ways to say parts one after the other, up to `maxReadings`; the first of each part come first. */
export function joinReadings(...parts: ReadonlyArray<readonly Reading[]>): Reading[] {
  let joined: Reading[] = [[]];
  for (const part of parts) {
    if (part.length === 0) continue;
    joined = joined.flatMap((before) => part.map((after) => [...before, ...after])).slice(0, maxReadings);
  }
  return joined.filter((reading) => reading.length > 0);
}

export function dropRepeated(readings: readonly Reading[]): Reading[] {
  const known = new Map(
    readings.filter((reading) => reading.length > 0).map((reading) => [reading.join(' '), reading]),
  );
  return [...known.values()].slice(0, maxReadings);
}

/** Reads a table such as `mrs missus|misses, eg for example|e g, / slash|`: a written form, then the ways to say it, which may be empty. */
export function readTable(table: string): Readonly<Record<string, Reading[]>> {
  return Object.fromEntries(
    table.split(', ').map((entry) => {
      const [written = '', said = ''] = entry.split(/ (.*)/, 2);
      return [written, said.split('|').map((reading) => reading.split(' ').filter(Boolean))];
    }),
  );
}
