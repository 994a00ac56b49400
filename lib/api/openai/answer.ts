import { errorBody, OpenAiError, serverError, toError, type ErrorFacts } from '#lib/api/openai/errors';
import { presentTranscription } from '#lib/api/openai/present-transcription';
import { readOutcome } from '#lib/api/openai/read-outcome';
import { streamBody } from '#lib/api/openai/stream-body';
import type { Wishes } from '#lib/api/openai/wishes';
import type { Db } from '#lib/db/connect';
import { followJob } from '#lib/jobs/read/follow-job';
import type { JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';
import { log } from '#lib/settings/log';

/*
 * An answer waits for its job, however long that takes. Proxies and clients give up on a connection on which nothing comes:
 * in JSON, blanks may stand before the text, so such an answer begins after a while and is kept alive by them. From then on its
 * status is 200, and a job that fails breaks the answer off, so that no client can take it for whole. In all other formats the
 * blanks would be text, and the answer begins when the job has ended.
 */

/** When an answer in JSON begins at the latest, and how often it says that the job is still in progress. */
export interface Patience {
  /** Less than the minute after which common proxies give up. */
  silentMs: number;
  beatMs: number;
}

const usual: Patience = { silentMs: 45_000, beatMs: 15_000 };

/** What an answer is about. */
export interface Asked {
  db: Db;
  reference: JobReference;
  wishes: Wishes;
  /** Aborts when the client goes away. */
  signal: AbortSignal;
}

/** The answer to a request whose job has ended, or is in progress. Throws an `OpenAiError` for a job that failed early. */
export async function answer(asked: Asked, patience = usual): Promise<Response> {
  const { wishes, signal } = asked;
  const isJson = wishes.format.endsWith('json');
  const early = await waitForBody(asked, isJson ? patience.silentMs : undefined);
  if (early !== undefined) return new Response(early.body, { headers: { 'content-type': early.type } });
  const left = new AbortController();
  const chunks = writeBlanks(
    { ...asked, signal: AbortSignal.any([signal, left.signal]) },
    { beatMs: patience.beatMs },
  );
  return new Response(
    streamBody(chunks, () => left.abort()),
    {
      headers: { 'content-type': 'application/json', 'x-accel-buffering': 'no' },
    },
  );
}

/** The body, once the job has ended; undefined when that takes longer than `silentMs`. */
async function waitForBody(
  { db, reference, wishes, signal }: Asked,
  silentMs: number | undefined,
): Promise<ReturnType<typeof presentTranscription> | undefined> {
  for await (const step of followJob(reference, { signal, beatMs: silentMs })) {
    if (step === 'beat') return undefined;
    const heard = await readOutcome(db, reference);
    if (heard !== undefined) return presentTranscription(heard, wishes);
  }
  return undefined;
}

async function* writeBlanks(
  { db, reference, wishes, signal }: Asked,
  { beatMs }: { beatMs: number },
): AsyncGenerator<string, void> {
  yield '\n';
  try {
    for await (const step of followJob(reference, { signal, beatMs })) {
      const heard = step === 'beat' ? undefined : await readOutcome(db, reference);
      if (heard !== undefined) return yield presentTranscription(heard, wishes).body;
      if (step === 'beat') yield '\n';
    }
  } catch (error) {
    if (signal.aborted) return;
    yield JSON.stringify(errorBody(explain(error, reference)));
    throw error;
  }
}

/** The error that tells of what ended an answer that has begun. */
export function explain(error: unknown, { jobId }: JobReference): ErrorFacts {
  if (error instanceof OpenAiError) return error.facts;
  if (error instanceof Refusal) return toError(error);
  log().error({ err: error, jobId }, 'unhandled error in an answer that had begun');
  return serverError(500, 'Something went wrong on our side. Send the request again.');
}
