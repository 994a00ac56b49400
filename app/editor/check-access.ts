import type { Authorization, EndReason } from '#app/editor/authorize';
import { memoizeFor } from '#lib/memoize-for';

/** Shorter than the interval of one stream's checks. */
const sharedForMs = 1500;

type Check = () => Promise<EndReason | undefined>;

/** The checks of open streams, by access key. */
const checks = new Map<string, { check: Check; streams: number }>();

/** Shares one access check and its query among streams with the same access. Call `leave` when the stream ends. */
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

/** The polling interval for access that ends without an event, such as an expired session. */
const recheckMs = 2000;
/** The clocks of this process and of the database may differ slightly. */
const marginMs = 50;
/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

/** Calls `recheck` at intervals, and when access expires (`isDue`: skip cached results). Returns a stop function. */
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
