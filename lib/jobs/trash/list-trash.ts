import { and, count, desc, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { isInTrash } from '#lib/jobs/is-job';
import { trashDays } from '#lib/jobs/trash/trash-jobs';

/** A job in the trash, and from when on it is deleted for good. */
export interface TrashedJob {
  id: string;
  name: string;
  trashedAt: Date;
  goneAt: Date;
}

/** At most `limit` jobs of the account's trash, those moved there last first, and how many there are in all. */
export async function listTrash(
  db: Db,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<{ jobs: TrashedJob[]; total: number }> {
  const isMine = and(eq(jobs.accountId, accountId), isInTrash());
  const trashedAt = sql`${jobs.trashedAt}`.mapWith(jobs.createdAt);
  // An account that keeps jobs for a shorter time loses them sooner.
  const goneAt = sql`least(
    ${jobs.trashedAt} + make_interval(days => ${trashDays}),
    ${jobs.endedAt} + ${accounts.keepJobsDays} * interval '1 day')`.mapWith(jobs.createdAt);
  const [rows, [all]] = await Promise.all([
    db
      .select({ id: jobs.id, name: jobs.name, trashedAt, goneAt })
      .from(jobs)
      .innerJoin(accounts, eq(accounts.id, jobs.accountId))
      .where(isMine)
      .orderBy(desc(jobs.trashedAt), desc(jobs.id))
      .limit(limit),
    db.select({ total: count() }).from(jobs).where(isMine),
  ]);
  return { jobs: rows, total: all?.total ?? 0 };
}
