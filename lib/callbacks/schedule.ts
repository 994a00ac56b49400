/*
 * When a callback is tried: at once, again after 5 s, 30 s, 2 min, 10 min and 30 min, then every 30 minutes until
 * a try has failed 24 hours or more after the first.
 */

const second = 1000;
const minute = 60 * second;
const pausesMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];
const longestMs = 24 * 60 * minute;

/** The greatest part by which a pause is drawn out, so that those who failed together don't come back together. */
const jitter = 0.03;

/** How long after the first try a callback may still be waiting for its last one. */
export const patienceMs = longestMs + (pausesMs.at(-1) ?? 0) * (1 + jitter);

/** The pause after this many failures in a row (1 or more), in milliseconds. `random` is from 0 to 1. */
export function pauseAfter(failures: number, random = Math.random()): number {
  const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
  return Math.round(pause * (1 + jitter * random));
}

/** A failed try: how many have failed now, how long ago the first was made, and what `Retry-After` asked for. */
export interface FailedTry {
  tries: number;
  ageMs: number;
  retryAfterMs?: number | undefined;
}

/**
 * Milliseconds until the next try; undefined when it was the last. A `Retry-After` puts the next try off, at most
 * to the end of the 24 hours.
 */
export function untilNextTry(
  { tries, ageMs, retryAfterMs = 0 }: FailedTry,
  random = Math.random(),
): number | undefined {
  if (ageMs >= longestMs) return undefined;
  const pause = pauseAfter(tries, random);
  return Math.max(pause, Math.min(retryAfterMs, longestMs - ageMs));
}
