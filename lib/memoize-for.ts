/** Memoizes `read` for `milliseconds`, its errors for `failureMs`; calls while a result is pending share it. */
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
