import { and, eq, lt, sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { ActedBy, Actor } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { isInTrash } from '#lib/jobs/is-job';
import { trashDays } from '#lib/jobs/trash/trash-jobs';
import { Refusal } from '#lib/refusal';

/** Deletes all jobs in the trash of the account for good. Returns how many there were. */
export async function emptyTrash(
  db: Db,
  { accountId, by }: { accountId: string } & ActedBy,
): Promise<number> {
  const count = await deleteTrashed(db, eq(jobs.accountId, accountId), by);
  if (count > 0) await recordEvent(db, { accountId, action: 'trash.emptied', by, details: { count } });
  return count;
}

/** Deletes for good what has been in the trash of any account for seven days. Returns how many there were. May be repeated. */
export async function purgeTrash(db: Db): Promise<number> {
  return deleteTrashed(db, lt(jobs.trashedAt, sql`now() - make_interval(days => ${trashDays})`));
}

async function deleteTrashed(db: Db, which: SQL, by?: Actor): Promise<number> {
  const found = await db
    .select({ jobId: jobs.id, accountId: jobs.accountId })
    .from(jobs)
    .where(and(isInTrash(), which));
  for (const job of found) await deleteJob(db, { ...job, within: 'trash', by }).catch(ignoreGone);
  return found.length;
}

/** The owner may have restored or deleted the job in the meantime. */
function ignoreGone(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}
