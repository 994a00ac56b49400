/**
 * How many random cases a property is tried with: all of `count` in `npm test`, a fifth of them in `npm run verify`, which
 * is to take seconds.
 */
export function randomCases(count: number): number {
  return process.env['LONGHAND_TEST_THOROUGH'] === undefined ? Math.ceil(count / 5) : count;
}
