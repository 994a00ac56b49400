/**
 * The longest time that a test waits for anything, in milliseconds: one limit for all tests, which the runner sets from
 * the time this machine took for a piece of work at the start. It is no promise of the product: normally the wait ends
 * at once, and only a test that would fail anyway takes this long.
 */
export const ceilingMs = Number(process.env['LONGHAND_TEST_CEILING_MS'] ?? 120_000);

/**
 * The first pause between two polls, and the longest: on a slow machine, polling would take time from the work awaited.
 */
const pauses = { firstMs: 25, maxMs: 250, growth: 1.15 };

/** Polls until the answer is not undefined; throws at the time limit, naming what was waited for. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
): Promise<T> {
  const giveUp = AbortSignal.timeout(ceilingMs);
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(pauseMs * pauses.growth, pauses.maxMs)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (giveUp.aborted) throw new Error(`waited ${ceilingMs / 1000} s in vain for ${what}`);
    await new Promise((resolve) => {
      // oxlint-disable-next-line longhand/no-wall-clock -- the pause between two looks at a condition
      setTimeout(resolve, pauseMs);
    });
  }
}
