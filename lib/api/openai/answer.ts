import { DialectError } from '#lib/api/dialects/dialect';
import { answerJob, type Awaited, type Timeouts } from '#lib/api/dialects/answer-job';
import { findRefusal } from '#lib/api/dialects/find-refusal';
import { errorBody, serverError, toError, type ErrorFacts } from '#lib/api/openai/errors';
import { getMediaType, presentTranscription } from '#lib/api/openai/present-transcription';
import { readOutcome } from '#lib/api/openai/read-outcome';
import type { RequestOptions } from '#lib/api/openai/request-options';
import type { JobReference } from '#lib/jobs/job';

/** The job to answer about, and the options for its answer. */
export interface Asked extends Awaited {
  requested: RequestOptions;
}

/** The answer to a request whose job has ended, or is in progress. Throws a `DialectError` for a job that failed early. */
export async function answer({ requested, ...awaited }: Asked, timeouts?: Timeouts): Promise<Response> {
  const form = {
    type: getMediaType(requested),
    isJson: requested.format.endsWith('json'),
    read: readOutcome,
    write: (heard: Parameters<typeof presentTranscription>[0]) => presentTranscription(heard, requested),
    explain: (error: unknown) => errorBody(explain(error, awaited.reference)),
  };
  return answerJob(awaited, form, timeouts);
}

/** The error that tells of what ended an answer that has begun. */
export function explain(error: unknown, { jobId }: JobReference): ErrorFacts {
  if (error instanceof DialectError) return error.facts as ErrorFacts;
  const refusal = findRefusal(error, jobId);
  if (refusal !== undefined) return toError(refusal);
  return serverError(500, 'Something went wrong on our side. Try again.');
}
