import { and, eq, lt, not, sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { ActedBy, Actor } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { isInTrash } from '#lib/jobs/is-job';
import { isJobHeld } from '#lib/legal-holds/is-held';
import { readHeld } from '#lib/legal-holds/read-legal-hold';
import { trashDays } from '#lib/jobs/trash/trash-jobs';
import { Refusal } from '#lib/refusal';

/** Deletes the account's trash for good, except jobs under a legal hold, and returns the count. Refuses `legal-hold`. */
export async function emptyTrash(
  db: Db,
  { accountId, by }: { accountId: string } & ActedBy,
): Promise<number> {
  const held = await readHeld(db, { accountId });
  if (held === 'account') throw new Refusal({ kind: 'legal-hold', held: 'account' });
  const count = await deleteTrashed(db, eq(jobs.accountId, accountId), by);
  if (count > 0) await recordEvent(db, { accountId, action: 'trash.emptied', by, details: { count } });
  return count;
}

/** Deletes for good what has been in any trash for seven days and isn't held; returns the count. May be repeated. */
export async function purgeTrash(db: Db): Promise<number> {
  return deleteTrashed(db, lt(jobs.trashedAt, sql`now() - make_interval(days => ${trashDays})`));
}

async function deleteTrashed(db: Db, which: SQL, by?: Actor): Promise<number> {
  const found = await db
    .select({ jobId: jobs.id, accountId: jobs.accountId })
    .from(jobs)
    .where(and(isInTrash(), not(isJobHeld()), which));
  let count = 0;
  for (const job of found) {
    try {
      await deleteJob(db, { ...job, within: 'trash', by });
      count += 1;
    } catch (error) {
      // Restored, deleted or put under a legal hold in the meantime.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return count;
}
