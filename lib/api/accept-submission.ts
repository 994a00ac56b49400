import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import { readSubmission } from '#lib/api/read-submission';
import type { OptionRules } from '#lib/api/submission-options';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import type { Job } from '#lib/jobs/job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import { Refusal } from '#lib/refusal';
import { openStorage } from '#lib/storage/open-storage';

/**
 * Turns a submitting request of any revision into a job, live or in the sandbox. An upload that no job keeps is gone
 * again: that of a repeated or refused submission, and any in the sandbox.
 */
export async function acceptSubmission(
  { db, accountId, mode, request }: { db: Db; accountId: string; mode: ApiMode; request: Request },
  rules: OptionRules,
): Promise<Job> {
  const { draft, idempotency } = await readSubmission(request, openStorage(), rules);
  const uploaded = 'key' in draft.media ? draft.media.key : undefined;
  const submission = { accountId, ...draft };
  const { priceCentsPerMinute, maxUploadBytes } = env();
  try {
    const { job, repeated } =
      mode === 'live'
        ? await submitJob(db, submission, { priceCentsPerMinute, idempotency })
        : await submitSandboxJob(db, submission, { maxUploadBytes, idempotency });
    if ((repeated || mode === 'test') && uploaded !== undefined) await openStorage().remove(uploaded);
    return job;
  } catch (error) {
    // After a defect the job may exist all the same: its media is left to the sweep.
    if (error instanceof Refusal && uploaded !== undefined) await openStorage().remove(uploaded);
    throw error;
  }
}
