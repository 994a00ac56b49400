const maxMs = 5000;

/**
 * Delay before restarting a process that has died soon after its start this many times in a row. The first time not at all,
 * then 250 ms, doubling up to 5 s.
 */
export function restartDelayMs(earlyDeaths: number): number {
  return earlyDeaths <= 1 ? 0 : Math.min(maxMs, 250 * 2 ** (earlyDeaths - 2));
}
