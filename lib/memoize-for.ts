/**
 * Returns a function that calls `read` again only when its last result is older than `milliseconds`, or its last error older than
 * `failureMs`. Calls that come meanwhile, or while a result is pending, get that one.
 */
export function memoizeFor<T>(
  read: () => Promise<T>,
  {
    milliseconds,
    failureMs = milliseconds,
    now = () => performance.now(),
  }: { milliseconds: number; failureMs?: number; now?: () => number },
): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let validUntil = 0;
  return () => {
    if (latest !== undefined && now() < validUntil) return latest;
    validUntil = Infinity;
    const asked = read();
    const share = (forMs: number) => () => void (validUntil = now() + forMs);
    asked.then(share(milliseconds), share(failureMs));
    return (latest = asked);
  };
}
