import { and, eq, ne } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { deleteJob } from '#lib/jobs/delete-job';
import { isPastItsTime } from '#lib/jobs/retention/delete-after';
import { Refusal } from '#lib/refusal';

/** Permanently deletes a job after its submission's time limit, unless it is held. Returns false if not. Idempotent. */
export async function deleteDueJob(db: Db, { jobId }: { jobId: string }): Promise<boolean> {
  const [due] = await db
    .select({ accountId: jobs.accountId })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), ne(jobs.status, 'in_progress'), isPastItsTime()));
  if (due === undefined) return false;
  try {
    await deleteJob(db, { accountId: due.accountId, jobId, within: 'everything' });
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
