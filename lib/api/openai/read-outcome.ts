import { OpenAiError, serverError, type ErrorFacts } from '#lib/api/openai/errors';
import type { Heard } from '#lib/api/openai/present-transcription';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import type { Job, JobReference } from '#lib/jobs/job';
import { readTranscript } from '#lib/revisions/read-transcript';

/** The sandbox speaks English, whatever is sent. */
const sandboxLanguage = 'en';

/**
 * What came of a job: what was heard, as recognition left it, so that a repeated request is answered alike; undefined while the
 * job is in progress. Throws an `OpenAiError` for a job that failed.
 */
export async function readOutcome(db: Db, reference: JobReference): Promise<Heard | undefined> {
  const job = await getJob(db, reference);
  if (job.status === 'in_progress') return undefined;
  if (job.status === 'failed') throw new OpenAiError(toError(job));
  return {
    transcript: await readTranscript(db, reference, 'machine'),
    language: job.mode === 'test' ? sandboxLanguage : (job.recognition?.language ?? null),
    durationSeconds: job.durationSeconds ?? 0,
  };
}

/** The error that tells why a job failed. */
function toError({ failure, failureDetail, canceledAt }: Job): ErrorFacts {
  const message = failureDetail ?? 'The recording could not be transcribed.';
  if (canceledAt !== null) {
    return { status: 400, type: 'invalid_request_error', message, code: 'job_canceled' };
  }
  switch (failure) {
    case 'invalid_media':
      return { status: 400, type: 'invalid_request_error', param: 'file', message, code: 'invalid_file' };
    case 'insufficient_balance':
      return { status: 429, type: 'insufficient_quota', message, code: 'insufficient_quota' };
    case 'download_failure':
    case 'unspecified':
    case null:
      return serverError(500, message);
  }
}
