import { readSubmission } from '#lib/api/read-submission';
import type { OptionRules } from '#lib/api/submission-options';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/env';
import type { Job } from '#lib/jobs/job';
import { submitJob } from '#lib/jobs/submit-job';
import { Refusal } from '#lib/refusal';
import { storage } from '#lib/storage/storage';

/** Turns a submitting request of any revision into a job. When it comes of nothing, its upload is gone again. */
export async function acceptSubmission(
  { db, accountId, request }: { db: Db; accountId: string; request: Request },
  rules: OptionRules,
): Promise<Job> {
  const { draft, idempotency } = await readSubmission(request, storage(), rules);
  const uploaded = 'key' in draft.media ? draft.media.key : undefined;
  const { priceCentsPerMinute } = env();
  try {
    const submission = { accountId, ...draft };
    const { job, repeated } = await submitJob(db, submission, { priceCentsPerMinute, idempotency });
    if (repeated && uploaded !== undefined) await storage().remove(uploaded);
    return job;
  } catch (error) {
    // After a defect the job may exist all the same: its media is left to the sweep.
    if (error instanceof Refusal && uploaded !== undefined) await storage().remove(uploaded);
    throw error;
  }
}
