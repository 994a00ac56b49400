import { and, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import type { Job } from '#lib/jobs/job';

/** All that is known of these jobs, in the order given; without those that are gone meanwhile. */
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
