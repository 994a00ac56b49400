import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import type { Job } from '#lib/jobs/job';
import { observeJobWait } from '#lib/metrics/metrics';

/** Records the start of work on a job, and returns the job; undefined if it has ended or was deleted. */
export async function beginWork(db: Db, { jobId }: { jobId: string }): Promise<Job | undefined> {
  const begun = await db.transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({
        startsWithoutProgress: sql`${jobs.startsWithoutProgress} + 1`,
        startedAt: sql`coalesce(${jobs.startedAt}, now())`,
      })
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .returning({ ...getTableColumns(jobs), isFirst: sql<boolean>`${jobs.startedAt} = now()` });
    if (job !== undefined) await announceJob(tx, job, 'queue');
    return job;
  });
  if (begun === undefined) return undefined;
  const { isFirst, ...job } = begun;
  if (isFirst && job.mode === 'live' && job.startedAt !== null) {
    observeJobWait((job.startedAt.getTime() - job.createdAt.getTime()) / 1000);
  }
  return job;
}

/** Reverts `beginWork`: a restart interrupted the work, through no fault of the job. */
export async function stepBack(db: Db, { jobId }: { jobId: string }): Promise<void> {
  await db
    .update(jobs)
    .set({ startsWithoutProgress: sql`greatest(${jobs.startsWithoutProgress} - 1, 0)` })
    .where(eq(jobs.id, jobId));
}
