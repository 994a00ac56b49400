import type { Authorization, EndReason } from '#app/editor/authorize';
import { memoizeFor } from '#lib/memoize-for';

/** Shorter than the time between two checks of one stream. */
const sharedForMs = 1500;

type Check = () => Promise<EndReason | undefined>;

/** The checks of the streams that are open, by whose access they check. */
const checks = new Map<string, { check: Check; streams: number }>();

/** The access check that all streams of one access share, so that it is queried once. Call `leave` when the stream ends. */
export function shareCheck({ accessKey, checkAccess }: Pick<Authorization, 'accessKey' | 'checkAccess'>): {
  check: Check;
  leave: () => void;
} {
  const shared = checks.get(accessKey) ?? {
    check: memoizeFor(checkAccess, { milliseconds: sharedForMs, failureMs: 0 }),
    streams: 0,
  };
  shared.streams += 1;
  checks.set(accessKey, shared);
  const leave = (): void => {
    shared.streams -= 1;
    if (shared.streams === 0) checks.delete(accessKey);
  };
  return { check: shared.check, leave };
}

/** Access can end without an event, as when a session expires: it is checked this often. */
const recheckMs = 2000;
/** The clocks of this process and of the database need not agree to the millisecond. */
const marginMs = 50;
/** The longest that a timer can wait for. */
const maxTimerMs = 2 ** 31 - 1;

/** Calls `recheck` at intervals, and when access expires (`isDue`: no cached answer will do). Returns a stop function. */
export function recheckAccess(
  { expiresAt }: { expiresAt: Date | null },
  recheck: (isDue: boolean) => void,
): () => void {
  const interval = setInterval(() => recheck(false), recheckMs);
  const waitMs = expiresAt === null ? Infinity : expiresAt.getTime() - Date.now() + marginMs;
  const timeout = waitMs <= maxTimerMs ? setTimeout(() => recheck(true), waitMs) : undefined;
  return () => {
    clearInterval(interval);
    clearTimeout(timeout);
  };
}
