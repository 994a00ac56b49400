/**
 * Makes a function that asks `read` again only when its last answer is older than this. Whoever asks meanwhile, or while
 * an answer is on its way, gets that answer.
 */
export function shareResult<T>(
  read: () => Promise<T>,
  { milliseconds, now = () => performance.now() }: { milliseconds: number; now?: () => number },
): () => Promise<T> {
  let latest: Promise<T> | undefined;
  let validUntil = 0;
  return () => {
    if (latest !== undefined && now() < validUntil) return latest;
    validUntil = Infinity;
    latest = read().finally(() => {
      validUntil = now() + milliseconds;
    });
    return latest;
  };
}
