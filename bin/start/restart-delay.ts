const maxMs = 5000;

/** Delay before a restart after so many early deaths in a row: none at first, then 250 ms, doubling up to 5 s. */
export function restartDelayMs(earlyDeaths: number): number {
  return earlyDeaths <= 1 ? 0 : Math.min(maxMs, 250 * 2 ** (earlyDeaths - 2));
}
