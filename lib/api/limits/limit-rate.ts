import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { shareRequestCounts } from '#lib/api/limits/share-request-counts';
import type { Db } from '#lib/db/connect';
import { findOutage } from '#lib/outage';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { Refusal } from '#lib/refusal';
import { perProcess } from '#lib/per-process';

/* Requests are counted in memory and shared through the database once a second, so no request waits for the count. */

const windowSeconds = 60;
const shareEveryMs = 1000;

interface Counters {
  limiter: RateLimiterMemory;
  /** Requests per key not yet in the database. */
  unshared: Map<string, number>;
  isSharing: boolean;
}

/** Counts a key's request. Returns RateLimit headers (draft-ietf-httpapi-ratelimit-headers-05) and any refusal. */
export async function limitRate(
  db: Db,
  keyId: string,
): Promise<{ headers: Record<string, string>; refusal?: Refusal }> {
  const { requestsPerMinute } = env();
  if (requestsPerMinute === 0) return { headers: {} };
  const counters = perProcess('longhandRequestCounters', (): Counters => ({
    limiter: new RateLimiterMemory({ points: requestsPerMinute, duration: windowSeconds }),
    unshared: new Map(),
    isSharing: false,
  }));
  const { limiter, unshared } = counters;
  unshared.set(keyId, (unshared.get(keyId) ?? 0) + 1);
  shareSoon(db, counters);
  try {
    return { headers: toHeaders(await limiter.consume(keyId), limiter.points) };
  } catch (used) {
    if (!(used instanceof RateLimiterRes)) throw used;
    const retryAfterSeconds = secondsLeft(used);
    const headers = { ...toHeaders(used, limiter.points), 'retry-after': String(retryAfterSeconds) };
    return { headers, refusal: new Refusal({ kind: 'too-many-requests', retryAfterSeconds }) };
  }
}

function shareSoon(db: Db, counters: Counters): void {
  if (counters.isSharing) return;
  counters.isSharing = true;
  setTimeout(() => {
    share(db, counters)
      .catch((error: unknown) => {
        // During a database outage, each server counts alone.
        if (findOutage(error) === undefined) log().error({ err: error }, 'sharing request counts failed');
      })
      .finally(() => (counters.isSharing = false));
  }, shareEveryMs).unref();
}

async function share(db: Db, { limiter, unshared }: Counters): Promise<void> {
  const own = new Map(unshared);
  unshared.clear();
  const totals = await shareRequestCounts(db, own, { windowSeconds });
  for (const { keyId, count, secondsLeft } of totals) {
    await limiter.set(keyId, count + (unshared.get(keyId) ?? 0), secondsLeft);
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
