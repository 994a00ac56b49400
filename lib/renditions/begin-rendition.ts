import { and, eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { awaitsRendition } from '#lib/jobs/awaits-rendition';
import type { Job } from '#lib/jobs/job';

/** Notes that work on a job's rendition begins, and returns the job; undefined when there is nothing to do. */
export async function beginRendition(db: Db, { jobId }: { jobId: string }): Promise<Job | undefined> {
  const [job] = await db
    .update(jobs)
    .set({ renditionStarts: sql`${jobs.renditionStarts} + 1` })
    .where(and(eq(jobs.id, jobId), awaitsRendition()))
    .returning();
  return job;
}

/** Undoes `beginRendition`: the work was cut off by a restart. */
export async function stepBackRendition(db: Db, { jobId }: { jobId: string }): Promise<void> {
  await db
    .update(jobs)
    .set({ renditionStarts: sql`greatest(${jobs.renditionStarts} - 1, 0)` })
    .where(eq(jobs.id, jobId));
}
