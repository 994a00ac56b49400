import { lt, sql } from 'drizzle-orm';
import { callbackHosts } from '#drizzle/schema/callbacks';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import type { Db } from '#lib/db/connect';

/** Removes idempotency keys, the places of deleted jobs and the troubles of callbacks' hosts that have expired. */
export async function forgetExpired(db: Db): Promise<void> {
  const aDayAgo = sql`now() - interval '24 hours'`;
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, aDayAgo));
  await db.delete(callbackHosts).where(lt(callbackHosts.pausedUntil, aDayAgo));
  await db.delete(deletedJobs).where(lt(deletedJobs.deletedAt, aDayAgo));
}
