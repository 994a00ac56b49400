import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/** One job of the account. Refuses `job-not-found`, for another account's job as for one that never was. */
export async function getJob(
  db: Db | Tx,
  { accountId, jobId }: { accountId: string; jobId: string },
): Promise<Job> {
  const [job] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.accountId, accountId), eq(jobs.id, jobId)));
  if (job === undefined) throw new Refusal({ kind: 'job-not-found' });
  return job;
}
