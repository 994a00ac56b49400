/** The waits before a request is sent again. */
export const retryRules = { firstMs: 500, growth: 2, maxMs: 30_000, maxRetryAfterMs: 120_000 };

/** The statuses of an answer that may be another one later. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Of those, the statuses that say that nothing was done. */
const undone: ReadonlySet<number> = new Set([429, 503]);

/** True if a request can be sent again after such an answer; `isRepeatable` means that doing it twice is harmless. */
export function isPassing(status: number, isRepeatable: boolean): boolean {
  return (isRepeatable ? passing : undone).has(status);
}

/** The milliseconds that a Retry-After asks for, in seconds or as a date; undefined without a sound one. */
export function readRetryAfter(value: string | null, now = Date.now()): number | undefined {
  if (value === null) return undefined;
  if (/^\d+$/.test(value.trim())) return Number(value) * 1000;
  // Anything with digits is some date to a JavaScript engine; one of HTTP begins with its day.
  const time = /^[A-Z][a-z]{2,8}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Milliseconds before the next try: the server's wish, else growing with jitter. Undefined if the server asks too much. */
export function getDelay(
  attempt: number,
  { retryAfterMs, random = Math.random }: { retryAfterMs?: number | undefined; random?: () => number } = {},
): number | undefined {
  const { firstMs, growth, maxMs, maxRetryAfterMs } = retryRules;
  if (retryAfterMs !== undefined) return retryAfterMs > maxRetryAfterMs ? undefined : retryAfterMs;
  return Math.min(maxMs, firstMs * growth ** attempt) * (0.5 + random() / 2);
}

/** Waits this long; rejects with the signal's reason once it aborts. */
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
