import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';
import { selectPrepared } from '#lib/db/prepare-query';

/** PostgreSQL's notification channel by which workers learn of canceled jobs. */
export const cancellationsChannel = 'longhand_cancellations';

/** PostgreSQL's notification channel for changes of jobs. */
export const jobsChannel = 'longhand_jobs';

/** The reach of a change: only the job, the queue order of all waiting jobs, or the jobs in lists. */
export type Reach = 'job' | 'queue' | 'list';

/** Notifies watchers of the account's jobs of a change once the transaction commits. Called on every change. */
export async function announceJob(
  tx: Tx,
  { id, accountId }: { id: string; accountId: string },
  reach: Reach,
): Promise<void> {
  const payload = JSON.stringify({ accountId, jobId: id, reach });
  await selectPrepared(tx, 'announce_job', sql`pg_notify(${jobsChannel}, ${payload})`);
}

/** Notifies this job's worker of its cancellation, once the transaction commits. */
export async function announceCancellation(tx: Tx, jobId: string): Promise<void> {
  await tx.execute(sql`select pg_notify(${cancellationsChannel}, ${jobId})`);
}
