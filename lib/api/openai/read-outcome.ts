import { DialectError } from '#lib/api/dialects/dialect';
import { readHeard, type Heard, type JobFailure } from '#lib/api/dialects/read-heard';
import { serverError, type ErrorFacts } from '#lib/api/openai/errors';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';

/** The result of a job, as `readHeard` returns it. Throws a `DialectError` if the job failed. */
export async function readOutcome(db: Db, reference: JobReference): Promise<Heard | undefined> {
  return readHeard(db, reference, (failure) => new DialectError(toError(failure)));
}

/** The error that tells why a job failed. */
function toError({ reason, message }: JobFailure): ErrorFacts {
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
