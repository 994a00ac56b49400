import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { removeFiles } from '#lib/queue/remove-files';
import { removePictureParts } from '#lib/queue/remove-picture-parts';
import { Refusal } from '#lib/refusal';

const batch = 500;

/**
 * Removes what accounts don't want to keep any longer: whole jobs, and the recordings of those that stay, also of
 * those in the trash. Returns how many of each. May be repeated.
 */
export async function applyRetention(db: Db): Promise<{ jobs: number; recordings: number }> {
  return { jobs: await removeJobs(db), recordings: await removeRecordings(db) };
}

async function removeJobs(db: Db): Promise<number> {
  const old = await db
    .select({ jobId: jobs.id, accountId: jobs.accountId })
    .from(jobs)
    .innerJoin(accounts, eq(accounts.id, jobs.accountId))
    .where(and(ne(jobs.status, 'in_progress'), isOlderThan(accounts.keepJobsDays)));
  for (const job of old) await deleteJob(db, { ...job, within: 'everything' }).catch(ignoreGone);
  return old.length;
}

/** The owner may have deleted the job in the meantime. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

async function removeRecordings(db: Db): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await db.transaction(async (tx) => {
      const old = await tx
        .select({
          id: jobs.id,
          accountId: jobs.accountId,
          mediaKey: jobs.mediaKey,
          renditionKey: jobs.renditionKey,
          pictureKey: jobs.pictureKey,
          peaksKey: jobs.peaksKey,
        })
        .from(jobs)
        .innerJoin(accounts, eq(accounts.id, jobs.accountId))
        .where(
          and(ne(jobs.status, 'in_progress'), isNotNull(jobs.mediaKey), isOlderThan(accounts.keepMediaDays)),
        )
        .limit(batch)
        .for('update', { of: jobs, skipLocked: true });
      const ids = old.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await tx
        .update(jobs)
        .set({
          mediaKey: null,
          renditionKey: null,
          renditionType: null,
          pictureKey: null,
          peaksKey: null,
          mediaRemovedAt: sql`now()`,
        })
        .where(inArray(jobs.id, ids));
      await removeFiles(tx, old);
      await removePictureParts(tx, ids);
      // An open editor has nothing to play any more.
      for (const job of old) await announceJob(tx, job, 'job');
      return old.length;
    });
    removed += found;
    if (found < batch) return removed;
  }
}

function isOlderThan(days: typeof accounts.keepMediaDays | typeof accounts.keepJobsDays) {
  return sql`${jobs.endedAt} < now() - ${days} * interval '1 day'`;
}
