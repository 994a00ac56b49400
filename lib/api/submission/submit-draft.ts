import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { ReadSubmission } from '#lib/api/submission/read-submission';
import { getRate } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { checkSubmission } from '#lib/jobs/submit/check-recognition';
import type { Submitted } from '#lib/jobs/submit/idempotency';
import { measureMedia } from '#lib/jobs/submit/measure-media';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { Submission, SubmitOptions } from '#lib/jobs/submit/submission';
import { submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import type { Job } from '#lib/jobs/job';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { undeclaredType } from '#lib/recording-formats';
import { Refusal } from '#lib/refusal';
import { openStorage } from '#lib/storage/open-storage';

/** Turns a draft into a live or sandbox job, deleting an upload that no job uses. `signal` aborts measuring. */
export async function submitDraft(
  { db, accountId, mode }: { db: Db; accountId: string; mode: ApiMode },
  { draft, idempotency, isUndeclared = false }: ReadSubmission,
  signal?: AbortSignal,
): Promise<Job> {
  const uploaded = 'key' in draft.media ? draft.media.key : undefined;
  const submission = { accountId, ...draft };
  const { maxUploadBytes } = env();
  const priceCentsPerMinute = getRate(submission.task ?? 'recognize', env());
  try {
    const { job, repeated } =
      mode === 'live'
        ? await submitMeasured(db, submission, { priceCentsPerMinute, idempotency, isUndeclared, signal })
        : await submitSandboxJob(db, submission, { maxUploadBytes, idempotency });
    if ((repeated || mode === 'test') && uploaded !== undefined) await openStorage().remove(uploaded);
    return job;
  } catch (error) {
    // After a defect the job may exist, so its media is left to the sweep.
    if (error instanceof Refusal && uploaded !== undefined) await openStorage().remove(uploaded);
    throw error;
  }
}

/** Measures an upload before creating its job, so that a low balance is refused at once. */
async function submitMeasured(
  db: Db,
  submission: Submission,
  { isUndeclared, signal, ...options }: SubmitOptions & MeasureOptions,
): Promise<Submitted> {
  const { accountId, media } = submission;
  if (!('key' in media)) return submitJob(db, submission, options);
  const first = await checkSubmission(db, submission, options);
  if (first !== undefined) return { job: first, repeated: true };
  const recheck = async (): Promise<void> => void (await checkSubmission(db, submission, options));
  const durationSeconds = await measureStored(media.key, { accountId, isUndeclared, signal, recheck });
  return submitJob(db, { ...submission, media: { ...media, durationSeconds } }, options);
}

const otherContent: ReadonlySet<string> = new Set([mediaFaults.notMedia, mediaFaults.playlist]);
const notRecording = {
  kind: 'unsupported-media-content-type',
  currentValue: undeclaredType,
  isByContent: true,
} as const;

interface MeasureOptions {
  isUndeclared: boolean;
  signal: AbortSignal | undefined;
}

interface Recheck {
  accountId: string;
  /** Refuses if the balance no longer suffices: other jobs are charged while an upload waits to be measured. */
  recheck: () => Promise<void>;
}

/** Returns undefined for unreadable media, whose job fails; refuses it if it wasn't declared to be a recording. */
async function measureStored(
  key: string,
  { accountId, isUndeclared, signal, recheck }: MeasureOptions & Recheck,
): Promise<number | undefined> {
  try {
    const withLocalFile: Parameters<typeof measureMedia>[0] = async (use) => {
      await recheck();
      return openStorage().withLocalFile(key, use);
    };
    const { durationSeconds } = await measureMedia(withLocalFile, { accountId, ...(signal && { signal }) });
    return durationSeconds;
  } catch (error) {
    if (error instanceof InvalidMedia) {
      if (isUndeclared && otherContent.has(error.detail)) throw new Refusal(notRecording);
      return undefined;
    }
    // No job uses the file yet.
    await openStorage().remove(key);
    if (error instanceof Refusal && error.reason.kind === 'service-unavailable') await recheck();
    throw error;
  }
}
