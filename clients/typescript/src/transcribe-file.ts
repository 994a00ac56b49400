import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Client } from './library/client.ts';
import type { Job, UploadOptions } from './library/contract.ts';
import { randomHex } from './library/encode-form.ts';
import { ApiError, ConnectionError } from './library/errors.ts';
import { describeFileError } from './file-error.ts';
import { showPath } from './file-path.ts';
import { FileChanged, hashRecording, toSource, type KnownFile } from './hash-recording.ts';
import type { Limit } from './limit.ts';
import { AlreadyThere, type PlanResults } from './plan-results.ts';
import type { Store, SubmissionEntry } from './store.ts';
import type { Outcome, Step } from './outcome.ts';
import { writeResult } from './write-result.ts';

/** Shared by all recordings of a run. */
export interface Run {
  client: Client;
  store: Store;
  options: UploadOptions;
  /** The only recording's text and its hash. */
  transcript?: { content: Blob; sha256: string } | undefined;
  /** The output folder of a recording. */
  getFolder: (file: string) => string;
  planResults: PlanResults;
  limitUploads: Limit;
  /** The pending work of each submission: recordings with the same content share one job. */
  busy: Map<string, Promise<unknown>>;
  /** Submissions tried in this run: failed ones aren't sent again. */
  tried: Set<string>;
  onStep: (file: string, step: Step) => void;
  signal: AbortSignal;
}

/** Transcribes a file and writes its results. Throws only for a rejected key and the signal's reason. */
export async function transcribeFile(run: Run, file: string): Promise<Outcome> {
  try {
    return await work(run, path.resolve(file));
  } catch (error) {
    run.signal.throwIfAborted();
    if (isDenial(error)) throw error;
    if (error instanceof AlreadyThere) return { status: 'skipped', reason: error.message };
    return { status: 'failed', reason: explain(error, file), isPassing: isPassing(error) };
  }
}

async function work(run: Run, file: string): Promise<Outcome> {
  run.onStep(file, { name: 'reading' });
  // Planned before hashing: otherwise slow reads would change the order.
  const targets = await run.planResults(file, run.getFolder(file));
  const known = await hashRecording(file, run.store, run.signal);
  if (known.size === 0) throw new Error('The file is empty.');
  const submission = nameSubmission(known, run);
  const results = targets.map((target) => target.path);
  const missing = targets.filter(({ madeOf }) => madeOf !== submission);
  if (missing.length === 0) return { status: 'unchanged', results };
  run.onStep(file, { name: 'waiting' });
  const job = await inTurn(run, submission, () => bringToEnd(run, known, submission));
  if (job.status === 'failed') {
    const reason = job.failure_detail ?? job.failure ?? 'The job failed.';
    return { status: 'failed', reason, jobId: job.id, isPassing: false };
  }
  for (const target of missing) {
    const content = await run.client.download(job.id, target.format, { signal: run.signal });
    await writeResult(run.store, target.path, await content.bytes(), { source: file, submission });
  }
  return { status: 'transcribed', jobId: job.id, results };
}

/** The same bytes, text and options are the same submission, whatever the file name. */
function nameSubmission(
  { sha256 }: KnownFile,
  { options, transcript }: Pick<Run, 'options' | 'transcript'>,
): string {
  const sorted = Object.entries(options).toSorted(([first], [second]) => (first < second ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sha256, sorted, ...(transcript === undefined ? [] : [transcript.sha256])]))
    .digest('hex');
}

async function inTurn<Result>(
  { busy }: Run,
  submission: string,
  bring: () => Promise<Result>,
): Promise<Result> {
  const before = busy.get(submission) ?? Promise.resolve();
  const now = before.catch(() => {}).then(bring);
  busy.set(submission, now);
  return now;
}

type EndedJob = Pick<Job, 'id' | 'status' | 'failure' | 'failure_detail'>;

/** A submission's ended job: the stored one, or a new one. */
async function bringToEnd(run: Run, known: KnownFile, submission: string): Promise<EndedJob> {
  const { client, store, signal, tried } = run;
  const file = known.path;
  const isTried = tried.has(submission);
  tried.add(submission);
  let entry = await store.get('submissions', submission);
  const { jobId, failure } = entry ?? {};
  if (jobId !== undefined && failure !== undefined) {
    // Invalid media stays invalid; other failures may succeed on a retry.
    if (isTried || failure.reason === 'invalid_media') {
      return { id: jobId, status: 'failed', failure_detail: failure.detail };
    }
    entry = undefined;
  } else if (jobId !== undefined && !(await isThere(client, jobId, signal))) {
    entry = undefined;
  }
  if (entry === undefined) {
    entry = { idempotencyKey: randomHex(16), name: showPath(path.basename(file)) };
    if (jobId === undefined) entry = await store.add('submissions', submission, entry);
    else await store.set('submissions', submission, entry);
  }
  const sent = entry;
  if (sent.jobId === undefined) {
    const job = await run.limitUploads(() => submit(run, known, sent));
    entry = { ...sent, jobId: job.id };
    await store.set('submissions', submission, entry);
  }
  run.onStep(file, { name: 'transcribing' });
  const job = await client.waitFor({ id: entry.jobId ?? '' }, { signal });
  if (job.status === 'failed') {
    const failure = { reason: job.failure ?? 'unspecified', detail: job.failure_detail ?? '' };
    await store.set('submissions', submission, { ...entry, failure });
  }
  return job;
}

function submit(
  { client, options, transcript, signal, onStep }: Run,
  known: KnownFile,
  { idempotencyKey, name }: SubmissionEntry,
): Promise<Job> {
  signal.throwIfAborted();
  return client.submitJob(toSource(known, name), {
    ...options,
    ...{ transcript: transcript?.content, idempotencyKey, signal },
    onProgress: ({ sentBytes }) =>
      onStep(known.path, { name: 'sending', share: known.size === 0 ? 1 : sentBytes / known.size }),
  });
}

async function isThere(client: Client, jobId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await client.getJob(jobId, { signal });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.type === 'job-not-found') return false;
    throw error;
  }
}

/** True if the key is invalid or lacks the scope, so that all recordings would fail. */
export function isDenial(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 401 || error.type === 'insufficient-scope');
}

function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof FileChanged) return true;
  if (error instanceof ApiError) {
    return error.status === 429 || error.status >= 500 || error.type === 'out-of-credit';
  }
  if (!(error instanceof Error)) return false;
  // A full or missing disk, or a locked or unreadable file, may be temporary.
  const { errno, code = '' } = error as NodeJS.ErrnoException;
  return errno !== undefined && !lastingFaults.has(code);
}

/** File system errors about a path that waiting won't fix. */
const lastingFaults = new Set(['EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL', 'EILSEQ']);

/** Explains why a recording failed. Errors about another file, such as a result, name it. */
function explain(error: unknown, file: string): string {
  if (error instanceof ApiError) {
    const parameters = error.problem?.['parameters'];
    const more =
      parameters === undefined
        ? ''
        : ` ${Object.values(Object(parameters) as Record<string, unknown>)
            .flat()
            .join(' ')}`;
    return `${error.detail || error.title}${more}${error.requestId === undefined ? '' : ` (request ${error.requestId})`}`;
  }
  if (!(error instanceof Error)) return String(error);
  const { path: at } = error as NodeJS.ErrnoException;
  const fault = describeFileError(error);
  if (fault === undefined) return error.message;
  const sentence = `${fault.charAt(0).toUpperCase()}${fault.slice(1)}.`;
  return at === undefined || at === path.resolve(file) ? sentence : `${sentence} ${at}`;
}
