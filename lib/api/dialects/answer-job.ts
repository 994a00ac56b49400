import { describeEnd } from '#lib/api/dialects/describe-refusal';
import type { Dialect } from '#lib/api/dialects/dialect';
import type { FoundResult } from '#lib/api/dialects/find-result';
import { streamBody } from '#lib/api/dialects/stream-body';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { followJob } from '#lib/jobs/read/follow-job';

/*
 * A response waits until its job ends, but proxies and clients close silent connections. JSON allows leading blanks, so
 * a JSON response begins after a while and is kept alive by them. Its status is then 200 already, so if the job fails,
 * the response is cut off lest clients take it for complete. In other formats, blanks would be text, so the response
 * begins when the job has ended.
 */

/** When a JSON response begins at the latest, and the interval of its keepalive blanks. */
export interface Timeouts {
  /** Less than the common proxy timeout of a minute. */
  silentMs: number;
  beatMs: number;
}

const usual: Timeouts = { silentMs: 45_000, beatMs: 15_000 };

/** The job to respond with. */
export interface Awaited {
  db: Db;
  reference: JobReference;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/** The format of a dialect's response. */
export interface AnswerForm {
  /** The media type of the response. */
  type: string;
  /** True if the body is JSON, so that leading blanks are harmless. */
  isJson: boolean;
  /** Finds the job's result; undefined while in progress. Throws the dialect's error if the job failed. */
  find: (db: Db, reference: JobReference) => Promise<FoundResult | undefined>;
  /** The body, as text or its UTF-8 bytes. */
  write: (result: FoundResult, awaited: Awaited) => Promise<string | Uint8Array<ArrayBuffer>>;
  dialect: Dialect;
}

/** Responds with the job's result, now or once it has ended. Throws like `find` if the job fails early. */
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

/** Returns the body once the job has ended; undefined after `silentMs`. */
async function waitForBody(
  awaited: Awaited,
  { find, write }: AnswerForm,
  silentMs: number | undefined,
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
  const { db, reference, signal } = awaited;
  for await (const step of followJob(reference, { signal, beatMs: silentMs })) {
    if (step === 'beat') return undefined;
    const result = await find(db, reference);
    if (result !== undefined) return write(result, awaited);
  }
  return undefined;
}

async function* writeBlanks(
  awaited: Awaited,
  { find, write, dialect }: AnswerForm,
  { beatMs }: Pick<Timeouts, 'beatMs'>,
): AsyncGenerator<string | Uint8Array, void> {
  const { db, reference, signal } = awaited;
  yield '\n';
  try {
    for await (const step of followJob(reference, { signal, beatMs })) {
      const result = step === 'beat' ? undefined : await find(db, reference);
      if (result !== undefined) return yield await write(result, awaited);
      if (step === 'beat') yield '\n';
    }
  } catch (error) {
    if (signal.aborted) return;
    yield JSON.stringify(describeEnd(dialect, error, reference.jobId));
    throw error;
  }
}
