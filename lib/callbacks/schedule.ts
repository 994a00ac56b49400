/* Attempts: at once, after 5 s, 30 s, 2, 10 and 30 min, then every 30 min until one fails 24 hours after the first. */

const second = 1000;
const minute = 60 * second;
const pausesMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];
const maxAgeMs = 24 * 60 * minute;

/** The greatest part by which a pause is drawn out, so that those who failed together don't come back together. */
const jitter = 0.03;

/** Latest time after the first attempt at which a callback may still be waiting for its last one. */
export const timeoutMs = maxAgeMs + (pausesMs.at(-1) ?? 0) * (1 + jitter);

/** The pause after this many failures in a row (1 or more), in milliseconds. `random` is from 0 to 1. */
export function pauseAfter(failures: number, random = Math.random()): number {
  const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
  return Math.round(pause * (1 + jitter * random));
}

/** A failed attempt: how many have failed now, how long ago the first was made, and what `Retry-After` asked for. */
export interface FailedAttempt {
  attempts: number;
  ageMs: number;
  retryAfterMs?: number | undefined;
}

/** Milliseconds until the next attempt, `Retry-After` heeded; undefined after the last one. */
export function untilNextAttempt(
  { attempts, ageMs, retryAfterMs = 0 }: FailedAttempt,
  random = Math.random(),
): number | undefined {
  if (ageMs >= maxAgeMs) return undefined;
  const pause = pauseAfter(attempts, random);
  return Math.max(pause, Math.min(retryAfterMs, maxAgeMs - ageMs));
}
