/** Access can end without an event, as when a session expires: it is checked this often. */
const recheckMs = 2000;
/** The clocks of this process and of the database need not agree to the millisecond. */
const marginMs = 50;
/** The longest that a timer can wait for. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Calls `recheck` at intervals, and when access expires: then `isDue` is true, and no cached answer will do.
 * Returns a function that stops it.
 */
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
