import { sql, and, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { prepareQuery } from '#lib/db/prepare-query';
import { isJob, isOutsideTrash } from '#lib/jobs/is-job';
import type { Job, JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/** The API's most frequent query. */
const findJob = prepareQuery((db) => {
  const { placeholder } = sql;
  const reference = { accountId: placeholder('accountId'), jobId: placeholder('jobId') };
  return db
    .select()
    .from(jobs)
    .where(isJob({ ...reference, mode: placeholder('mode') }))
    .prepare('find_job');
});

/** Reads one job of the account. Refuses `job-not-found`, also for another account's job. */
export async function getJob(db: Db | Tx, reference: JobReference): Promise<Job> {
  const { accountId, jobId, mode, within } = reference;
  const [job] =
    mode === undefined || within !== undefined
      ? await db.select().from(jobs).where(isJob(reference))
      : await findJob(db).execute({ accountId, jobId, mode });
  return requireJob(job);
}

/** Returns the job, or refuses `job-not-found` if there is none. */
export function requireJob<Found>(job: Found | null | undefined): Found {
  if (job === undefined || job === null) throw new Refusal({ kind: 'job-not-found' });
  return job;
}

/** Reads these jobs completely, in the given order, without those deleted meanwhile. */
export async function readWholeJobs(db: Db, listed: ReadonlyArray<Pick<Job, 'id'>>): Promise<Job[]> {
  if (listed.length === 0) return [];
  const ids = listed.map(({ id }) => id);
  const found = await db
    .select()
    .from(jobs)
    .where(and(inArray(jobs.id, ids), isOutsideTrash()));
  const byId = new Map(found.map((job) => [job.id, job]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
