import { and, count, desc, eq, not, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { isInTrash } from '#lib/jobs/is-job';
import { isJobHeld } from '#lib/legal-holds/is-held';
import { trashDays } from '#lib/jobs/trash/trash-jobs';

/** A job in the trash, and from when on it is deleted for good: null while it is under a legal hold. */
export interface TrashedJob {
  id: string;
  name: string;
  trashedAt: Date;
  goneAt: Date | null;
}

/** At most `limit` jobs of the account's trash, those moved there last first, how many there are in all, and how many of these are under no legal hold. */
export async function listTrash(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<{ jobs: TrashedJob[]; total: number; free: number }> {
  const isMine = and(eq(jobs.accountId, accountId), isInTrash());
  const trashedAt = sql`${jobs.trashedAt}`.mapWith(jobs.createdAt);
  // An account that keeps jobs for a shorter time loses them sooner.
  const goneAt = sql<Date | null>`case when not ${isJobHeld()} then least(
    ${jobs.trashedAt} + make_interval(days => ${trashDays}),
    ${jobs.endedAt} + ${accounts.keepJobsDays} * interval '1 day') end`.mapWith(jobs.createdAt);
  const [rows, [all], [free]] = await Promise.all([
    db
      .select({ id: jobs.id, name: jobs.name, trashedAt, goneAt })
      .from(jobs)
      .innerJoin(accounts, eq(accounts.id, jobs.accountId))
      .where(isMine)
      .orderBy(desc(jobs.trashedAt), desc(jobs.id))
      .limit(limit),
    db.select({ total: count() }).from(jobs).where(isMine),
    db
      .select({ total: count() })
      .from(jobs)
      .where(and(isMine, not(isJobHeld()))),
  ]);
  return { jobs: rows, total: all?.total ?? 0, free: free?.total ?? 0 };
}
