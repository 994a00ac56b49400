import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { endFailed } from '#lib/endings/end-failed';
import type { Failure } from '#lib/jobs/failures/failure-details';
import { emailOwner, findRecipient } from '#lib/endings/email-owner';

/**
 * Ends a job `failed`, with a reason in words for its owner, gives back what was held for it, and has
 * its callback begun and the owner told by email if they asked for that. Returns whether this call ended it: a job that
 * has ended already is left as it is.
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
