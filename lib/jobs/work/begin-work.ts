import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import type { Job } from '#lib/jobs/job';
import { observeJobWait } from '#lib/metrics/metrics';

/** Notes that work on a job begins, and returns it; undefined when the job has ended or is gone. */
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

/** Takes back what `beginWork` noted: the work was cut off by a restart, through no fault of the job's. */
export async function stepBack(db: Db, { jobId }: { jobId: string }): Promise<void> {
  await db
    .update(jobs)
    .set({ startsWithoutProgress: sql`greatest(${jobs.startsWithoutProgress} - 1, 0)` })
    .where(eq(jobs.id, jobId));
}
