import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';
import { selectPrepared } from '#lib/db/prepare-query';

/** The channel of PostgreSQL's notifications on which workers learn what to stop. */
export const cancellationsChannel = 'longhand_cancellations';

/** The channel of PostgreSQL's notifications on which changes of jobs are announced. */
export const jobsChannel = 'longhand_jobs';

/** The reach of a change: the job alone, the order in which all waiting jobs come too, or which jobs are listed where. */
export type Reach = 'job' | 'queue' | 'list';

/** Notifies watchers of the account's jobs of a change once the transaction commits; each such verb calls this. */
export async function announceJob(
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
  reach: Reach,
): Promise<void> {
  const payload = JSON.stringify({ accountId, jobId: id, reach });
  await selectPrepared(tx, 'announce_job', sql`pg_notify(${jobsChannel}, ${payload})`);
}

/** Tells the worker of this job that it was canceled, once the transaction commits. */
export async function announceCancellation(tx: Tx, jobId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${cancellationsChannel}, ${jobId})`);
}
