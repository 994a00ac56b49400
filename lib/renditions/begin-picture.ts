import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Db } from '#lib/db/connect';
import { awaitsPicture } from '#lib/jobs/awaits-rendition';
import type { Job } from '#lib/jobs/job';

/** A picture whose parts are all encoded: the job, and where storage keeps those that are not empty, in their order. */
export interface EncodedPicture {
  job: Job;
  parts: Array<{ key: string; startSeconds: number }>;
}

/** Notes that joining the parts of a job's picture begins, and returns them; undefined when there is nothing to do. */
export async function beginPicture(
  db: Db,
  { jobId }: { jobId: string },
): Promise<EncodedPicture | undefined> {
  const unfinished = db
    .select({ id: pictureParts.id })
    .from(pictureParts)
    .where(and(eq(pictureParts.jobId, jobId), isNull(pictureParts.frames)));
  const [job] = await db
    .update(jobs)
    .set({ renditionStarts: sql`${jobs.renditionStarts} + 1` })
    .where(and(eq(jobs.id, jobId), awaitsPicture(), notExists(unfinished)))
    .returning();
  if (job === undefined) return undefined;
  const parts = await db
    .select({ key: pictureParts.partKey, startSeconds: pictureParts.startSeconds })
    .from(pictureParts)
    .where(eq(pictureParts.jobId, jobId))
    .orderBy(asc(pictureParts.startSeconds));
  return { job, parts: parts.flatMap(({ key, ...part }) => (key === null ? [] : [{ key, ...part }])) };
}
