import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { pageKeys } from '#lib/jobs/submit/idempotency';
import { submitJob, type JobOptions } from '#lib/jobs/submit/submit-job';

/**
 * Makes a job of the recording at an address, once: with the same key, the first job is given for 90 days, whatever became of it and
 * whatever is asked of the later ones. Refuses choices of recognition that no installed engine can do, and `out-of-credit`.
 */
export async function submitLink(
  db: Db,
  {
    accountId,
    mediaUrl,
    submissionKey,
    asked,
  }: { accountId: string; mediaUrl: string; submissionKey: string; asked?: JobOptions },
  { priceCentsPerMinute }: { priceCentsPerMinute: number },
): Promise<Job> {
  const { link, validSeconds } = pageKeys;
  // Without a hash of what is asked: options that were changed meanwhile are no reason to refuse or to charge again.
  const idempotency = { key: `${link}${submissionKey}`, requestSha256: '', validSeconds };
  const submission = { accountId, media: { mediaUrl }, origin: 'site', ...asked } as const;
  return (await submitJob(db, submission, { priceCentsPerMinute, idempotency })).job;
}
