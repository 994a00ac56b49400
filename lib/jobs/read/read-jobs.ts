import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import type { Job } from '#lib/jobs/job';
import { readTags } from '#lib/jobs/tags/read-tags';
import { readEditing, type Editing } from '#lib/jobs/read/read-editing';
import { queuePositions } from '#lib/queue/queue-positions';

/** A job as a list needs it. */
export interface ListedJob {
  job: Job;
  /** Its place among those that wait for a worker, counted from 1, while it waits. */
  position?: number | undefined;
  /** Set once there is a transcript. */
  editing?: Editing | undefined;
  /** In alphabetical order; undefined where there are none. */
  tags?: string[] | undefined;
}

/** Those of the jobs that are there and not in the trash, live and the account's, in no order. */
export async function readJobs(
  db: Db,
  { accountId, jobIds }: { accountId: string; jobIds: string[] },
): Promise<ListedJob[]> {
  if (jobIds.length === 0) return [];
  const found = await db
    .select()
    .from(jobs)
    .where(
      and(eq(jobs.accountId, accountId), eq(jobs.mode, 'live'), inArray(jobs.id, jobIds), isOutsideTrash()),
    );
  return addDetails(db, found);
}

/** Tells of each job its tags, of each that waits where it stands, and of each transcript what people have done with it. */
export async function addDetails(db: Db, found: Job[]): Promise<ListedJob[]> {
  const waiting = found.filter(({ status, startedAt }) => status === 'in_progress' && startedAt === null);
  const positions = await queuePositions(
    db,
    waiting.map(({ id }) => id),
  );
  const transcribed = found.filter(({ status }) => status === 'transcribed');
  const editings = await readEditing(
    db,
    transcribed.map(({ id }) => id),
  );
  const tags = await readTags(
    db,
    found.map(({ id }) => id),
  );
  return found.map((job) => ({
    job,
    position: positions.get(job.id),
    editing: editings.get(job.id),
    ...(tags.has(job.id) && { tags: tags.get(job.id) }),
  }));
}
