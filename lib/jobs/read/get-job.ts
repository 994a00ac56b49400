import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { isJob } from '#lib/jobs/is-job';
import type { Job, JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/** One job of the account. Refuses `job-not-found`, for another account's job as for one that never was. */
export async function getJob(db: Db | Tx, reference: JobReference): Promise<Job> {
  const [job] = await db.select().from(jobs).where(isJob(reference));
  if (job === undefined) throw new Refusal({ kind: 'job-not-found' });
  return job;
}
