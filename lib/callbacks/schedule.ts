/* Attempts: at once, after 5 s, 30 s, 2, 10 and 30 min, then every 30 min until one fails 24 hours after the first. */

const second = 1000;
const minute = 60 * second;
const pausesMs = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute];
const maxAgeMs = 24 * 60 * minute;

/** Maximum fraction added to a pause, so that callbacks that failed together aren't retried together. */
const jitter = 0.03;

/** Maximum time after the first attempt until a callback's last one. */
export const timeoutMs = maxAgeMs + (pausesMs.at(-1) ?? 0) * (1 + jitter);

/** Returns the pause in milliseconds after this many consecutive failures (1 or more). `random` is from 0 to 1. */
export function pauseAfter(failures: number, random = Math.random()): number {
  const pause = pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;
  return Math.round(pause * (1 + jitter * random));
}

/** A failed attempt: the number of failures so far, the age of the first attempt, and the value of `Retry-After`. */
export interface FailedAttempt {
  attempts: number;
  ageMs: number;
  retryAfterMs?: number | undefined;
}

/** Returns the milliseconds until the next attempt, respecting `Retry-After`; undefined after the last one. */
export function untilNextAttempt(
  { attempts, ageMs, retryAfterMs = 0 }: FailedAttempt,
  random = Math.random(),
): number | undefined {
  if (ageMs >= maxAgeMs) return undefined;
  const pause = pauseAfter(attempts, random);
  return Math.max(pause, Math.min(retryAfterMs, maxAgeMs - ageMs));
}
