/** The seeds of this process's tests by name: reported when a test fails, so that it can be repeated. */
export const seeds = new Map<string, number>();

/**
 * Returns a seed for random choices, from the environment variable of this name or `LONGHAND_TEST_SEED`, or a new one. It
 * is kept for failure reports.
 */
export function readSeed(variable: string): number {
  const given = process.env[variable] ?? process.env['LONGHAND_TEST_SEED'];
  const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
  seeds.set(variable, seed);
  return seed;
}
