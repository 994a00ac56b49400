/** The seeds of this process's tests by name: told when a test fails, so that it can be repeated. */
export const seeds = new Map<string, number>();

/** A seed for random choices: that of the environment variable of this name, else a new one. Kept for when a test fails. */
export function readSeed(variable: string): number {
  const given = process.env[variable];
  const seed = given === undefined ? Math.floor(Math.random() * 1_000_000) : Number(given);
  seeds.set(variable, seed);
  return seed;
}
