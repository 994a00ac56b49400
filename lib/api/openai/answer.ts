import { DialectError } from '#lib/api/dialects/dialect';
import { answerJob, type AnswerForm, type Awaited, type Timeouts } from '#lib/api/dialects/answer-job';
import { openAi, serverError, type ErrorFacts } from '#lib/api/openai/errors';
import { getMediaType, writeTranscription } from '#lib/api/openai/present-transcription';
import type { RequestOptions } from '#lib/api/openai/contract';
import type { JobReference } from '#lib/jobs/job';
import { findResult, type FoundResult, type JobFailure } from '#lib/api/dialects/find-result';
import { withVersion } from '#lib/revisions/with-version';
import type { Db } from '#lib/db/connect';

/** The job to respond with, and the options for the response. */
export interface Asked extends Awaited {
  requested: RequestOptions;
}

/** Responds with the job's result, now or once it has ended. Throws a `DialectError` if the job fails early. */
export async function answer({ requested, ...awaited }: Asked, timeouts?: Timeouts): Promise<Response> {
  const form: AnswerForm = {
    type: getMediaType(requested),
    isJson: requested.format.endsWith('json'),
    find: findOutcome,
    write: async ({ version, facts }, { db, reference: { accountId }, signal }) => {
      const input = { facts, requested };
      const work = { name: 'write-openai-transcription', here: writeTranscription, input } as const;
      return withVersion(db, version, work, { accountId, signal });
    },
    dialect: openAi,
  };
  return answerJob(awaited, form, timeouts);
}

/** Finds the result of a job, like `findResult`. Throws a `DialectError` if the job failed. */
export async function findOutcome(db: Db, reference: JobReference): Promise<FoundResult | undefined> {
  return findResult(db, reference, (failure) => new DialectError(toFailure(failure)));
}

/** Converts a job's failure to an error. */
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
