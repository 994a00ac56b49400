/** The waits before a request is sent again. */
export const retryRules = { firstMs: 500, growth: 2, maxMs: 30_000, maxRetryAfterMs: 120_000 };

/** Statuses that may change on a retry. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Those statuses that guarantee that nothing was done. */
const undone: ReadonlySet<number> = new Set([429, 503]);

/** True if a request can be retried after this status; `isRepeatable` means that repeating it is harmless. */
export function isPassing(status: number, isRepeatable: boolean): boolean {
  return (isRepeatable ? passing : undone).has(status);
}

/** Parses Retry-After, in seconds or as a date, into milliseconds; undefined if invalid. */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  // JavaScript engines parse almost anything with digits as a date. HTTP dates begin with the day.
  const time = /^[A-Z][a-z]{2,8}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/**
 * Milliseconds until the next attempt: Retry-After, else backoff with jitter. Undefined if the server asks for too
 * long.
 */
export function getDelay(
  attempt: number,
  { retryAfterMs, random = Math.random }: { retryAfterMs?: number | undefined; random?: () => number } = {},
): number | undefined {
  const { firstMs, growth, maxMs, maxRetryAfterMs } = retryRules;
  if (retryAfterMs !== undefined) return retryAfterMs > maxRetryAfterMs ? undefined : retryAfterMs;
  return Math.min(maxMs, firstMs * growth ** attempt) * (0.5 + random() / 2);
}

/** Resolves after this delay; rejects with the signal's reason on abort. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason as Error);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
