import { DialectError } from '#lib/api/dialects/dialect';
import { answerJob, type Awaited, type Timeouts } from '#lib/api/dialects/answer-job';
import { openAi, serverError, type ErrorFacts } from '#lib/api/openai/errors';
import { getMediaType, presentTranscription } from '#lib/api/openai/present-transcription';
import type { RequestOptions } from '#lib/api/openai/contract';
import type { JobReference } from '#lib/jobs/job';
import { readResult, type JobResult, type JobFailure } from '#lib/api/dialects/read-result';
import type { Db } from '#lib/db/connect';

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
    write: (result: JobResult) => presentTranscription(result, requested),
    dialect: openAi,
  };
  return answerJob(awaited, form, timeouts);
}

/** The result of a job, as `readResult` returns it. Throws a `DialectError` if the job failed. */
export async function readOutcome(db: Db, reference: JobReference): Promise<JobResult | undefined> {
  return readResult(db, reference, (failure) => new DialectError(toFailure(failure)));
}

/** The error that tells why a job failed. */
function toFailure({ reason, message }: JobFailure): ErrorFacts {
  switch (reason) {
    case 'canceled':
      return { status: 400, type: 'invalid_request_error', message, code: 'job_canceled' };
    case 'unreadable':
      return { status: 400, type: 'invalid_request_error', param: 'file', message, code: 'invalid_file' };
    case 'balance':
      return { status: 429, type: 'insufficient_quota', message, code: 'insufficient_quota' };
    case 'ours':
      return serverError(500, message);
  }
}
