/**
 * Makes a function that asks `read` again only when its last answer is older than this; a failure may be shared for less
 * long. Whoever asks meanwhile, or while an answer is on its way, gets that answer.
 */
export function shareResult<T>(
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
