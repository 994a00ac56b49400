import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import { readSubmission } from '#lib/api/submission/read-submission';
import { submitDraft } from '#lib/api/submission/submit-draft';
import type { OptionRules } from '#lib/api/submission/submission-options';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { openStorage } from '#lib/storage/open-storage';

/** Turns a submission in either revision into a live or sandbox job, like `submitDraft`. */
export async function acceptSubmission(
  { request, ...caller }: { db: Db; accountId: string; mode: ApiMode; request: Request },
  rules: OptionRules,
): Promise<Job> {
  const { accountId } = caller;
  const read = await readSubmission(request, { storage: openStorage(), accountId }, rules);
  return submitDraft(caller, read, request.signal);
}
