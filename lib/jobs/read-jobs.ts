import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import type { Job } from '#lib/jobs/job';
import { queuePositions } from '#lib/queue/queue-positions';

/** A job with its place among those that wait for a worker, counted from 1, while it waits. */
export interface JobWithPosition {
  job: Job;
  position?: number | undefined;
}

/** Those of the jobs that are there and not in the trash, live and the account's, in no order. */
export async function readJobs(
  db: Db,
  { accountId, jobIds }: { accountId: string; jobIds: string[] },
): Promise<JobWithPosition[]> {
  if (jobIds.length === 0) return [];
  const found = await db
    .select()
    .from(jobs)
    .where(
      and(eq(jobs.accountId, accountId), eq(jobs.mode, 'live'), inArray(jobs.id, jobIds), isOutsideTrash()),
    );
  return addPositions(db, found);
}

/** Tells of each job that waits where it stands. */
export async function addPositions(db: Db, found: Job[]): Promise<JobWithPosition[]> {
  const waiting = found.filter(({ status, startedAt }) => status === 'in_progress' && startedAt === null);
  const positions = await queuePositions(
    db,
    waiting.map(({ id }) => id),
  );
  return found.map((job) => ({ job, position: positions.get(job.id) }));
}
