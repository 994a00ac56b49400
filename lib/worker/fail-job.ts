import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { beginCallback } from '#lib/callbacks/begin-callback';
import type { Db } from '#lib/db/connect';
import { endFailed } from '#lib/jobs/end-failed';
import type { Failure } from '#lib/jobs/failure-details';

/**
 * Ends a job `failed`, with a reason in words for its owner, gives back what was held for it, and has
 * its callback begun. Returns whether
 * this call ended it: a job that has ended already is left as it is.
 */
export async function failJob(
  db: Db,
  { jobId, failure, failureDetail }: Failure & { jobId: string },
): Promise<boolean> {
  const ended = await db.transaction((tx) =>
    endFailed(tx, eq(jobs.id, jobId), { failure, failureDetail }, { beginCallback }),
  );
  return ended !== undefined;
}
