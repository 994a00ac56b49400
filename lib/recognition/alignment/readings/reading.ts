/** One way to say a written word, as lowercase words. A single letter stands for its name. */
export type Reading = readonly string[];

/** Caps the readings per word, as each makes the search longer. */
export const maxReadings = 16;

/** Combines the readings of consecutive parts, up to `maxReadings`, the first readings of each part first. */
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

/** Parses a table such as `mrs missus|misses, eg for example|e g, / slash|`: written forms, then optional readings. */
export function readTable(table: string): Readonly<Record<string, Reading[]>> {
  return Object.fromEntries(
    table.split(', ').map((entry) => {
      const [written = '', said = ''] = entry.split(/ (.*)/, 2);
      return [written, said.split('|').map((reading) => reading.split(' ').filter(Boolean))];
    }),
  );
}
