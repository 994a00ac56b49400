import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { isOutsideTrash } from '#lib/jobs/is-job';
import type { Job } from '#lib/jobs/job';
import { readTags } from '#lib/jobs/tags/tags';
import { readEditing, type Editing } from '#lib/jobs/read/read-editing';
import { queuePositions } from '#lib/queue/queue-positions';

/** A job with the details for a list. */
export interface ListedJob {
  job: Job;
  /** Its position in the queue, counted from 1, while it waits. */
  position?: number | undefined;
  /** Defined once there is a transcript. */
  editing?: Editing | undefined;
  /** In alphabetical order; undefined without tags. */
  tags?: string[] | undefined;
}

/** Reads those of the account's live jobs with these ids that are not in the trash, unordered. */
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

/** Adds each job's tags, its position in the queue while waiting, and its transcript's editing state. */
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
