import { lt, sql } from 'drizzle-orm';
import { deletedJobs } from '#drizzle/schema/deleted-jobs';
import { idempotencyKeys } from '#drizzle/schema/idempotency-keys';
import type { Db } from '#lib/db/connect';

/** Removes idempotency keys and the places of deleted jobs that are older than a day. */
export async function forgetExpired(db: Db): Promise<void> {
  const aDayAgo = sql`now() - interval '24 hours'`;
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, aDayAgo));
  await db.delete(deletedJobs).where(lt(deletedJobs.deletedAt, aDayAgo));
}
