import { getRate, type Prices } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import { readGivenTranscript } from '#lib/jobs/read/read-given-transcript';
import type { Job } from '#lib/jobs/job';
import { submitCopy } from '#lib/jobs/submit/copy-media';
import { findRepeated } from '#lib/jobs/submit/idempotency';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { toSubmission, type Submission } from '#lib/jobs/submit/submission';
import { Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';

/** Seconds after its end in which a retried job is returned. */
const retriedForSeconds = 60;

/**
 * Submits a failed job's media again as a new job, at today's price. Calls while that job is in progress return it. The
 * new job keeps the name and options, but not the headers, which were deleted when the job failed. Refuses
 * `job-not-found`, `invalid-job-state` unless the job failed, options that no installed engine supports any more,
 * `out-of-credit`, and a job whose recording is no longer kept.
 */
export async function retryJob(
  db: Db,
  { accountId, jobId }: { accountId: string; jobId: string },
  { storage, ...prices }: Prices & { storage: Storage },
): Promise<Job> {
  const failed = await getJob(db, { accountId, jobId });
  if (failed.status !== 'failed') {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'retry',
      currentValue: failed.status,
      allowedValues: ['failed'],
    });
  }
  // A double click, or a retry by another person, creates one job. Clients' keys can't contain a blank.
  const idempotency = {
    key: `retry ${jobId}`,
    requestSha256: '',
    derived: { validSeconds: retriedForSeconds },
  };
  const earlier = await findRepeated(db, { accountId, idempotency });
  if (earlier !== undefined) return earlier;
  const transcript = await readGivenTranscript(db, { jobId });
  return submitCopy(failed, storage, (media) => {
    const submission: Submission = { ...toSubmission(failed), media, origin: 'site', transcript };
    return submitJob(db, submission, { priceCentsPerMinute: getRate(failed.task, prices), idempotency });
  });
}
