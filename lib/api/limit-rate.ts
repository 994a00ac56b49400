import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { env } from '#lib/settings/env';
import { Refusal } from '#lib/refusal';

const windowSeconds = 60;

// Next bundles each route on its own: the one limiter of the process is kept on globalThis.
const holder = globalThis as { longhandRateLimiter?: RateLimiterMemory };

/**
 * Counts a request of this API key against its limit for a minute. Gives the RateLimit headers to answer with
 * (draft-ietf-httpapi-ratelimit-headers-05), and the refusal when the limit is used up.
 */
export async function limitRate(
  keyId: string,
): Promise<{ headers: Record<string, string>; refusal?: Refusal }> {
  const { requestsPerMinute } = env();
  if (requestsPerMinute === 0) return { headers: {} };
  holder.longhandRateLimiter ??= new RateLimiterMemory({
    points: requestsPerMinute,
    duration: windowSeconds,
  });
  const limiter = holder.longhandRateLimiter;
  try {
    return { headers: toHeaders(await limiter.consume(keyId), limiter.points) };
  } catch (rejected) {
    // The limiter may be that of another bundle, whose class this is not.
    if (rejected instanceof Error) throw rejected;
    const used = rejected as RateLimiterRes;
    const retryAfterSeconds = secondsLeft(used);
    const headers = { ...toHeaders(used, limiter.points), 'retry-after': String(retryAfterSeconds) };
    return { headers, refusal: new Refusal({ kind: 'too-many-requests', retryAfterSeconds }) };
  }
}

function toHeaders(used: RateLimiterRes, limit: number): Record<string, string> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(used.remainingPoints),
    'ratelimit-reset': String(secondsLeft(used)),
  };
}

function secondsLeft(used: RateLimiterRes): number {
  return Math.max(1, Math.ceil(used.msBeforeNext / 1000));
}
