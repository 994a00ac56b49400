import { sql, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { enqueue } from '#lib/queue/enqueue';

/** Minimum for a submission's `delete_after_seconds`: its callback needs a moment. */
export const minDeleteAfterSeconds = 60;
/** Ten years, as for what accounts choose. */
export const maxDeleteAfterSeconds = 3650 * 24 * 3600;

/** Has a job that has just ended deleted when its submission asked for it, in the transaction that ends it. */
export async function scheduleDeletion(
  tx: Tx,
  { id: jobId, deleteAfterSeconds, endedAt }: Pick<Job, 'id' | 'deleteAfterSeconds' | 'endedAt'>,
): Promise<void> {
  if (deleteAfterSeconds === null || endedAt === null) return;
  const runAt = new Date(endedAt.getTime() + deleteAfterSeconds * 1000);
  await enqueue(tx, 'delete-job', { jobId }, { runAt });
}

/** The condition that the time which a job's submission asked for is over. */
export function isPastItsTime(): SQL {
  return sql`${jobs.endedAt} <= now() - ${jobs.deleteAfterSeconds} * interval '1 second'`;
}
