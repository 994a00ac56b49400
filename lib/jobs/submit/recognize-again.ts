import { createHash } from 'node:crypto';
import { and, count, eq, ne, sql } from 'drizzle-orm';
import { jobs, type Passage } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { getRate, type Prices } from '#lib/billing/price';
import type { Db } from '#lib/db/connect';
import type { Job, JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import { keyInSandbox, submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import { checkSubmission } from '#lib/jobs/submit/check-recognition';
import { submitCopy } from '#lib/jobs/submit/copy-media';
import { findRepeated, type Idempotency } from '#lib/jobs/submit/idempotency';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { Submission } from '#lib/jobs/submit/submission';
import { formatClock } from '#lib/messages/format';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import { invalidParameter, Refusal } from '#lib/refusal';
import type { Storage } from '#lib/storage/storage';
import * as faultTexts from '#messages/faults';

/** Each recognition permanently stores its words, and one of a passage or of speakers those of the whole recording. */
export const maxRecognitions = 20;

/** While all recognitions of a transcript have fewer words in total, `maxRecognitions` doesn't apply. */
export const maxRecognizedWords = 500_000;

/** Minimum length of a passage, in milliseconds. */
const minPassageMs = 500;

/** Tolerance for rounded lengths and passages that end with the recording. */
const spareMs = 1000;

/** Seconds after its end in which the same recognition is returned. */
const repeatedForSeconds = 60;

/** Options for recognizing again, or only a part of it. */
export interface AgainOptions {
  recognition?: RecognitionOptions | undefined;
  /** `speakers` separates speakers again without recognizing words: only the options for speakers and tracks apply. */
  task?: 'recognize' | 'speakers' | undefined;
  /** The passage to recognize, in milliseconds of the recording; left out for all of it. */
  passage?: Passage | undefined;
}

/**
 * Submits the recording of a transcribed job again, for a repeated recognition that of the first job: a separate job,
 * at the price of its part, that renews the transcript when it ends (`addRecognition`). Options default to the first
 * submission's, except the engine, and a passage's number of speakers. Returns the same job if called again with the
 * same options while it is in progress, or with the same key. Refuses `job-not-found`, `invalid-job-state` unless the
 * job is transcribed, `invalid-parameters`, also for a deleted recording and for too many recognitions,
 * `out-of-credit`, and `idempotency-key-reuse`.
 */
export async function recognizeAgain(
  db: Db,
  {
    recognition: asked = {},
    task = 'recognize',
    passage,
    origin,
    key,
    ...reference
  }: JobReference &
    AgainOptions & {
      origin?: Job['origin'];
      /** The idempotency key of the request. */
      key?: string | undefined;
    },
  { storage, maxUploadBytes, ...prices }: Prices & { storage: Storage; maxUploadBytes: number },
): Promise<Job> {
  const { accountId, jobId, mode } = reference;
  const job = await getJob(db, reference);
  if (job.recognizes !== null) {
    const first = { ...reference, jobId: job.recognizes, recognition: asked, task, passage, key };
    return recognizeAgain(
      db,
      { ...first, ...(origin && { origin }) },
      { storage, maxUploadBytes, ...prices },
    );
  }
  if (job.status !== 'transcribed') {
    throw new Refusal({
      kind: 'invalid-job-state',
      operation: 'recognize',
      currentValue: job.status,
      allowedValues: ['transcribed'],
    });
  }
  checkPart(job, { recognition: asked, task, passage });
  const idempotency = toIdempotency(jobId, { recognition: asked, task, passage }, key);
  const submission: Omit<Submission, 'media'> = {
    accountId,
    ...(origin && { origin }),
    recognizes: jobId,
    task,
    passage,
    name: job.name,
    recognition: chooseOptions(job, { recognition: asked, task, passage }),
    // Separating speakers leaves the words as they are.
    textOptions: task === 'speakers' ? undefined : (job.textOptions ?? undefined),
  };
  if (mode === 'test') {
    const repeated = { ...idempotency, key: keyInSandbox(idempotency.key) };
    const earlier = await findRepeated(db, { accountId, idempotency: repeated });
    if (earlier !== undefined) return earlier;
    await refuseTooMany(db, jobId, accountId);
    const media = { key: '', bytes: 0, fileName: job.name, durationSeconds: undefined };
    return (await submitSandboxJob(db, { ...submission, media }, { maxUploadBytes, idempotency })).job;
  }
  const durationSeconds =
    passage === undefined ? (job.durationSeconds ?? undefined) : (passage.endMs - passage.startMs) / 1000;
  const options = { priceCentsPerMinute: getRate(task, prices), idempotency };
  const earlier = await checkSubmission(db, { ...submission, seconds: durationSeconds ?? 0 }, options);
  if (earlier !== undefined) return earlier;
  await refuseTooMany(db, jobId, accountId);
  return submitCopy(job, storage, (media) => {
    const measured = 'key' in media ? { ...media, durationSeconds } : media;
    return submitJob(db, { ...submission, media: measured }, options);
  });
}

/** True if a job has a transcript, and its recording is kept or can be fetched, as `recognizeAgain` needs. */
export function canRecognizeAgain({ status, mediaKey, renditionKey, mediaUrl }: Job): boolean {
  return status === 'transcribed' && (mediaKey ?? renditionKey ?? mediaUrl) !== null;
}

/** Refuses a part outside the recording, or one that can't be recognized. */
function checkPart({ durationSeconds }: Job, { recognition, task, passage }: AgainOptions): void {
  if (task === 'speakers' && recognition?.speakers === 'off') {
    throw invalidParameter('options.speakers', faultTexts.speakersNotOff());
  }
  const fault = passage && findFault(passage, { task, totalMs: (durationSeconds ?? Infinity) * 1000 });
  if (fault !== undefined) throw invalidParameter('options.passage', fault);
}

function findFault(
  { startMs, endMs }: Passage,
  { task, totalMs }: Pick<AgainOptions, 'task'> & { totalMs: number },
): string | undefined {
  if (task === 'speakers') return faultTexts.passageOfSpeakers();
  if (endMs <= startMs) return faultTexts.passageEnd();
  if (endMs - startMs < minPassageMs) return faultTexts.passageShort({ seconds: minPassageMs / 1000 });
  const isWithin = startMs < totalMs && endMs <= totalMs + spareMs;
  return isWithin ? undefined : faultTexts.passageOutside({ end: formatClock(totalMs) });
}

/** Returns the options of a repeated recognition; unset ones default to the first submission's. */
function chooseOptions(job: Job, { recognition, task, passage }: AgainOptions): RecognitionOptions {
  const { engine: _, ...first } = job.recognitionOptions ?? {};
  if (task === 'speakers') {
    const audioTracks = recognition?.audioTracks ?? first.audioTracks;
    const known = first.speakers === 'off' ? 'auto' : (first.speakers ?? 'auto');
    return { speakers: recognition?.speakers ?? known, ...(audioTracks && { audioTracks }) };
  }
  if (passage === undefined || typeof first.speakers !== 'number') return { ...first, ...recognition };
  // Not all speakers of the recording speak in the passage.
  return { ...first, speakers: 'auto', ...recognition };
}

/** Without a client's key, a double click creates one job. Clients' keys can't contain a blank. */
function toIdempotency(
  jobId: string,
  { recognition, task, passage }: AgainOptions,
  key: string | undefined,
): Idempotency {
  const part = [...(task === 'speakers' ? [task] : []), ...(passage === undefined ? [] : [passage])];
  const requestSha256 = createHash('sha256')
    .update(JSON.stringify([jobId, recognition, ...part]))
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
  const isRunning = sql`count(*) filter (where ${jobs.status} = 'in_progress')`;
  const [found] = await db
    .select({ runs: count(), running: isRunning.mapWith(Number) })
    .from(jobs)
    .where(isOfJob);
  const { runs = 0, running = 0 } = found ?? {};
  if (runs < maxRecognitions) return;
  const [words] = await db
    .select({ count: machineTranscripts.wordCount })
    .from(machineTranscripts)
    .where(eq(machineTranscripts.jobId, jobId));
  // Estimates each recognition's words by the average so far.
  const each = (words?.count ?? 0) / (runs - running + 1);
  if (each * (runs + 2) <= maxRecognizedWords) return;
  throw invalidParameter('id', faultTexts.recognizedTooOften({ times: runs }));
}
