import { createHash } from 'node:crypto';
import { and, count, eq, ne } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import type { Job, JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import { keyInSandbox, submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import { checkSubmission } from '#lib/jobs/submit/check-submission';
import { submitCopy } from '#lib/jobs/submit/copy-media';
import { findRepeated, type Idempotency } from '#lib/jobs/submit/idempotency';
import { submitJob, type Submission } from '#lib/jobs/submit/submit-job';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';
import * as faultTexts from '#messages/faults';

/** Each leaves its words with the transcript for good. */
export const maxRecognitions = 20;

/** For how long after its end the same recognition is given again. */
const repeatedForSeconds = 60;

/**
 * Submits the recording of a transcribed job once more, that of the first one where it is a run itself: a job of its own, with its
 * price, that ends by putting its words in place of the machine's in that transcript (`addRecognition`). Options that are not asked
 * for are those of the first submission, but for the engine. Asked again with the same options while it is in progress, or with
 * the same key, it is the same job. Refuses `job-not-found`, `invalid-job-state` unless the job is transcribed,
 * `invalid-parameters` for options that no engine has, a recording that is no longer kept, and more than `maxRecognitions`;
 * `out-of-credit`, and `idempotency-key-reuse`.
 */
export async function recognizeAgain(
  db: Db,
  {
    recognition: asked = {},
    origin,
    key,
    ...reference
  }: JobReference & {
    recognition?: RecognitionOptions | undefined;
    origin?: Job['origin'];
    /** The idempotency key that came with the request. */
    key?: string | undefined;
  },
  settings: { storage: Storage; priceCentsPerMinute: number; maxUploadBytes: number },
): Promise<Job> {
  const { accountId, jobId, mode } = reference;
  const job = await getJob(db, reference);
  if (job.recognizes !== null) {
    const first = { ...reference, jobId: job.recognizes, recognition: asked, key };
    return recognizeAgain(db, { ...first, ...(origin && { origin }) }, settings);
  }
  if (job.status !== 'transcribed') {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'recognize',
      currentValue: job.status,
      allowedValues: ['transcribed'],
    });
  }
  const idempotency = toIdempotency(jobId, asked, key);
  const { engine: _, ...first } = job.recognitionOptions ?? {};
  const submission: Omit<Submission, 'media'> = {
    accountId,
    ...(origin && { origin }),
    recognizes: jobId,
    name: job.name,
    recognition: { ...first, ...asked },
    textOptions: job.textOptions ?? undefined,
  };
  if (mode === 'test') {
    const repeated = { ...idempotency, key: keyInSandbox(idempotency.key) };
    const earlier = await findRepeated(db, { accountId, idempotency: repeated });
    if (earlier !== undefined) return earlier;
    await refuseTooMany(db, jobId, accountId);
    const media = { key: '', bytes: 0, fileName: job.name, durationSeconds: undefined };
    return (await submitSandboxJob(db, { ...submission, media }, { ...settings, idempotency })).job;
  }
  const known = { ...submission, seconds: job.durationSeconds ?? 0 };
  const earlier = await checkSubmission(db, known, { ...settings, idempotency });
  if (earlier !== undefined) return earlier;
  await refuseTooMany(db, jobId, accountId);
  return submitCopy(job, settings.storage, (media) =>
    submitJob(db, { ...submission, media }, { ...settings, idempotency }),
  );
}

/** True if a job has a transcript, and a recording is kept or can be fetched: `recognizeAgain` can submit it once more. */
export function canRecognizeAgain({ status, mediaKey, renditionKey, mediaUrl }: Job): boolean {
  return status === 'transcribed' && (mediaKey ?? renditionKey ?? mediaUrl) !== null;
}

/** Without a key, a second press of the button is no second job. No key of a client holds a blank. */
function toIdempotency(jobId: string, asked: RecognitionOptions, key: string | undefined): Idempotency {
  const requestSha256 = createHash('sha256')
    .update(JSON.stringify([jobId, asked]))
    .digest('hex');
  if (key !== undefined) return { key, requestSha256 };
  return {
    key: `recognize ${jobId} ${requestSha256}`,
    requestSha256,
    derived: { validSeconds: repeatedForSeconds },
  };
}

async function refuseTooMany(db: Db, jobId: string, accountId: string): Promise<void> {
  const isOfJob = and(eq(jobs.accountId, accountId), eq(jobs.recognizes, jobId), ne(jobs.status, 'failed'));
  const [found] = await db.select({ runs: count() }).from(jobs).where(isOfJob);
  if ((found?.runs ?? 0) < maxRecognitions) return;
  throw new Refusal({
    kind: 'invalid-parameters',
    parameters: { id: [faultTexts.recognizedTooOften({ most: maxRecognitions })] },
  });
}
