import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';

/** The ids of at most `limit` live jobs of the account that no worker has begun yet. */
export async function waitingJobs(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.accountId, accountId),
        eq(jobs.mode, 'live'),
        eq(jobs.status, 'in_progress'),
        isNull(jobs.startedAt),
      ),
    )
    .orderBy(jobs.createdAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}
