import { eq, and, type SQL } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import type { Failure } from '#lib/jobs/failures/failure-details';
import { emailOwner, findRecipient } from '#lib/endings/email-owner';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { release } from '#lib/billing/holds/hold';
import { returnSample } from '#lib/billing/holds/sample';
import { beginCallback } from '#lib/callbacks/begin-callback';
import { announceJob } from '#lib/events/announce-job';
import { forgetHeaders } from '#lib/jobs/headers/headers';
import type { Job } from '#lib/jobs/job';
import { scheduleDeletion } from '#lib/jobs/retention/delete-after';

/**
 * Ends a job as `failed`, with a reason for its owner; releases its hold, begins its callback, and emails its owner if
 * they chose so. Returns false, with nothing changed, if the job has ended already.
 */
export async function failJob(
  db: Db,
  { jobId, failure, failureDetail }: Failure & { jobId: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const recipient = await findRecipient(tx, { jobId });
    const ended = await endFailed(tx, eq(jobs.id, jobId), { failure, failureDetail });
    if (ended === undefined) return false;
    if (recipient !== undefined) await emailOwner(tx, recipient, { failureDetail });
    return true;
  });
}

/**
 * Ends the job in progress that matches `which` as `failed`, in the caller's transaction: releases its hold and begins
 * its callback. Returns the job; undefined, with nothing changed, if none is in progress.
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
  // If the job was waiting, others move up in the queue.
  await announceJob(tx, job, job.startedAt === null ? 'queue' : 'job');
  return job;
}
