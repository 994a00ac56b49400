/**
 * Returns the number of random cases for a property: `count` in `npm test`, a fifth of it in `npm run verify`, which
 * must take only seconds.
 */
export function randomCases(count: number): number {
  return process.env['LONGHAND_TEST_THOROUGH'] === undefined ? Math.ceil(count / 5) : count;
}
