import { and, eq, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { release } from '#lib/billing/holds/release';
import { returnSample } from '#lib/billing/holds/sample';
import { beginCallback } from '#lib/callbacks/begin-callback';
import type { Tx } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import type { Failure } from '#lib/jobs/failures/failure-details';
import { forgetHeaders } from '#lib/jobs/headers/headers';
import type { Job } from '#lib/jobs/job';
import { scheduleDeletion } from '#lib/jobs/retention/delete-after';

/**
 * Ends the job in progress that `which` describes as `failed`: gives back what was held for it and has its callback begun,
 * all in the caller's transaction. Returns the job; undefined, with nothing changed, where none is in progress.
 */
export async function endFailed(
  tx: Tx,
  which: SQL | undefined,
  ending: Failure & Pick<Partial<Job>, 'canceledAt'>,
): Promise<Job | undefined> {
  const [job] = await tx
    .update(jobs)
    .set({ status: 'failed', endedAt: new Date(), ...ending })
    .where(and(which, eq(jobs.status, 'in_progress')))
    .returning();
  if (job === undefined) return undefined;
  const { id: jobId, accountId } = job;
  await tx.delete(recognizedPieces).where(eq(recognizedPieces.jobId, jobId));
  await forgetHeaders(tx, { jobId, kind: 'media' });
  await release(tx, { accountId, jobId });
  await returnSample(tx, { accountId, jobId });
  await scheduleDeletion(tx, job);
  await beginCallback(tx, job);
  // A job that waited makes way for those behind it.
  await announceJob(tx, job, job.startedAt === null ? 'queue' : 'job');
  return job;
}
