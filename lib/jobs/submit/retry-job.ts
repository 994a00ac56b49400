import { getRate, type Prices } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import { readGivenTranscript } from '#lib/jobs/read/read-given-transcript';
import type { Job } from '#lib/jobs/job';
import { submitCopy } from '#lib/jobs/submit/copy-media';
import { findRepeated } from '#lib/jobs/submit/idempotency';
import { submitJob, type Submission } from '#lib/jobs/submit/submit-job';
import { Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';

/** For how long after its end a retried job is given again. */
const retriedForSeconds = 60;

/**
 * Submits what a failed job was made of once more, as a job of its own and at the price of today, once, however
 * often it is asked while that job is in progress; its name and its
 * choices stay, but not its headers, which are gone when it has failed. Refuses `job-not-found`, `invalid-job-state`
 * unless the job failed, choices that no installed engine can do any more, `out-of-credit`, and a job whose recording
 * is no longer kept.
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
  // A second press of the button, or one by another person, is no second job. No key of a client holds a blank.
  const idempotency = {
    key: `retry ${jobId}`,
    requestSha256: '',
    derived: { validSeconds: retriedForSeconds },
  };
  const earlier = await findRepeated(db, { accountId, idempotency });
  if (earlier !== undefined) return earlier;
  const transcript = await readGivenTranscript(db, { jobId });
  return submitCopy(failed, storage, (media) => {
    const submission: Submission = {
      accountId,
      media,
      origin: 'site',
      dialect: failed.dialect ?? undefined,
      callbackUrl: failed.callbackUrl ?? undefined,
      metadata: failed.metadata ?? undefined,
      recognition: failed.recognitionOptions ?? undefined,
      recognizes: failed.recognizes ?? undefined,
      transcript,
      passage: failed.passage ?? undefined,
      task: failed.task,
      name: failed.nameChosen ? failed.name : undefined,
      textOptions: failed.textOptions ?? undefined,
      deleteAfterSeconds: failed.deleteAfterSeconds ?? undefined,
    };
    return submitJob(db, submission, { priceCentsPerMinute: getRate(failed.task, prices), idempotency });
  });
}
