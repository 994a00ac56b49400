import { sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { enqueue } from '#lib/queue/enqueue';

/** Minimum of a submission's `delete_after_seconds`: its callback needs time. */
export const minDeleteAfterSeconds = 60;
/** Ten years, as in accounts' settings. */
export const maxDeleteAfterSeconds = 3650 * 24 * 3600;

/** Schedules the deletion that a job's submission asked for, in the transaction that ends the job. */
export async function scheduleDeletion(
  tx: Tx,
  { id: jobId, deleteAfterSeconds, endedAt }: Pick<Job, 'id' | 'deleteAfterSeconds' | 'endedAt'>,
): Promise<void> {
  if (deleteAfterSeconds === null || endedAt === null) return;
  const runAt = new Date(endedAt.getTime() + deleteAfterSeconds * 1000);
  await enqueue(tx, 'delete-job', { jobId }, { runAt });
}

/** Matches jobs whose submission's time limit has passed. */
export function isPastItsTime(): SQL {
  return sql`${jobs.endedAt} <= now() - ${jobs.deleteAfterSeconds} * interval '1 second'`;
}
