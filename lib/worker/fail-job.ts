import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { recognisedPieces } from '#drizzle/schema/recognised-pieces';
import { release } from '#lib/billing/release';
import { beginCallback } from '#lib/callbacks/begin-callback';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import type { FailureReason } from '#lib/jobs/job';

/**
 * Ends a job `failed`, with a reason in words for its owner, gives back what was held for it, and has
 * its callback begun. Returns whether
 * this call ended it: a job that has ended already is left as it is.
 */
export async function failJob(
  db: Db,
  { jobId, failure, failureDetail }: { jobId: string; failure: FailureReason; failureDetail: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [job] = await tx
      .update(jobs)
      .set({ status: 'failed', failure, failureDetail, endedAt: new Date() })
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .returning({ id: jobs.id, accountId: jobs.accountId, callbackUrl: jobs.callbackUrl });
    if (job === undefined) return false;
    await tx.delete(recognisedPieces).where(eq(recognisedPieces.jobId, jobId));
    await release(tx, { accountId: job.accountId, jobId });
    await beginCallback(tx, job);
    await announceJob(tx, job, 'job');
    return true;
  });
}
