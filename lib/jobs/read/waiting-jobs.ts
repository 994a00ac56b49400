import { and, eq, isNull, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';

/** Lists the ids of up to `limit` live jobs of the account that no worker has begun yet. */
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

/** Returns those of the accounts with live jobs that no worker has begun yet. */
export async function findWaitingAccounts(db: Db, accountIds: string[]): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(accountIds)}::text[]) as asked (id)
    where exists (
      select from ${jobs} where ${jobs.accountId} = asked.id and ${jobs.mode} = 'live'
        and ${jobs.status} = 'in_progress' and ${jobs.startedAt} is null)`);
  return rows.map(({ id }) => id);
}
