import { and, eq, ne, not, or } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { isPastItsTime } from '#lib/jobs/retention/delete-after';
import { isOlderThan, removeOriginals, removeRecordings } from '#lib/jobs/retention/remove-recordings';
import { isJobHeld } from '#lib/legal-holds/legal-holds';
import { Refusal } from '#lib/refusal';

/**
 * Deletes what accounts' retention settings or jobs' submissions no longer keep, also in the trash: whole jobs,
 * recordings of the remaining ones, and originals of recordings with a rendition. Skips anything under a legal hold.
 * Returns how many of each. Idempotent.
 */
export async function applyRetention(
  db: Db,
): Promise<{ jobs: number; recordings: number; originals: number }> {
  return {
    jobs: await removeJobs(db),
    recordings: await removeRecordings(db),
    originals: await removeOriginals(db),
  };
}

async function removeJobs(db: Db): Promise<number> {
  const old = await db
    .select({ jobId: jobs.id, accountId: jobs.accountId })
    .from(jobs)
    .innerJoin(accounts, eq(accounts.id, jobs.accountId))
    .where(
      and(
        ne(jobs.status, 'in_progress'),
        or(isOlderThan(accounts.keepJobsDays), isPastItsTime()),
        not(isJobHeld()),
      ),
    );
  let count = 0;
  for (const job of old) {
    try {
      await deleteJob(db, { ...job, within: 'everything' });
      count += 1;
    } catch (error) {
      // Deleted by its owner or put under a legal hold meanwhile.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return count;
}
