import { describeEnd } from '#lib/api/dialects/describe-refusal';
import type { Dialect } from '#lib/api/dialects/dialect';
import type { JobResult } from '#lib/api/dialects/read-result';
import { streamBody } from '#lib/api/dialects/stream-body';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { followJob } from '#lib/jobs/read/follow-job';

/*
 * An answer waits for its job, however long that takes. Proxies and clients give up on a connection on which nothing comes:
 * in JSON, blanks may stand before the text, so such an answer begins after a while and is kept alive by them. From then on its
 * status is 200, and a job that fails breaks the answer off, so that no client can take it for whole. In all other formats the
 * blanks would be text, and the answer begins when the job has ended.
 */

/** When an answer in JSON begins at the latest, and how often it says that the job is still in progress. */
export interface Timeouts {
  /** Less than the minute after which common proxies give up. */
  silentMs: number;
  beatMs: number;
}

const usual: Timeouts = { silentMs: 45_000, beatMs: 15_000 };

/** The job to answer about. */
export interface Awaited {
  db: Db;
  reference: JobReference;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** A dialect's format of the answer. */
export interface AnswerForm {
  /** The media type of the answer. */
  type: string;
  /** True if the body is JSON, so that leading blanks are harmless. */
  isJson: boolean;
  /** The result of the job; undefined while it is in progress. Throws the dialect's error if the job failed. */
  read: (db: Db, reference: JobReference) => Promise<JobResult | undefined>;
  /** The body. */
  write: (result: JobResult) => string;
  dialect: Dialect;
}

/** The answer to a request whose job has ended, or is in progress. Throws as `read` does for a job that failed early. */
export async function answerJob(awaited: Awaited, form: AnswerForm, timeouts = usual): Promise<Response> {
  const headers = { 'content-type': form.type };
  const early = await waitForBody(awaited, form, form.isJson ? timeouts.silentMs : undefined);
  if (early !== undefined) return new Response(early, { headers });
  const left = new AbortController();
  const signal = AbortSignal.any([awaited.signal, left.signal]);
  const chunks = writeBlanks({ ...awaited, signal }, form, timeouts);
  return new Response(
    streamBody(chunks, () => left.abort()),
    { headers: { ...headers, 'x-accel-buffering': 'no' } },
  );
}

/** The body, once the job has ended; undefined when that takes longer than `silentMs`. */
async function waitForBody(
  { db, reference, signal }: Awaited,
  { read, write }: AnswerForm,
  silentMs: number | undefined,
): Promise<string | undefined> {
  for await (const step of followJob(reference, { signal, beatMs: silentMs })) {
    if (step === 'beat') return undefined;
    const result = await read(db, reference);
    if (result !== undefined) return write(result);
  }
  return undefined;
}

async function* writeBlanks(
  { db, reference, signal }: Awaited,
  { read, write, dialect }: AnswerForm,
  { beatMs }: Pick<Timeouts, 'beatMs'>,
): AsyncGenerator<string, void> {
  yield '\n';
  try {
    for await (const step of followJob(reference, { signal, beatMs })) {
      const result = step === 'beat' ? undefined : await read(db, reference);
      if (result !== undefined) return yield write(result);
      if (step === 'beat') yield '\n';
    }
  } catch (error) {
    if (signal.aborted) return;
    yield JSON.stringify(describeEnd(dialect, error, reference.jobId));
    throw error;
  }
}
