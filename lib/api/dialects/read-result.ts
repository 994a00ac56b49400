import type { Db } from '#lib/db/connect';
import type { Job, JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import { readTranscript, type Transcript } from '#lib/revisions/read-transcript';

/** The sandbox speaks English, whatever is sent. */
const sandboxLanguage = 'en';

/** The parts of a job that an answer is made of. */
export interface JobResult {
  transcript: Transcript;
  /** The language that was spoken as BCP 47 tag; null where nobody knows. */
  language: string | null;
  durationSeconds: number;
}

/** Why a job failed, and in words for its sender. */
export interface JobFailure {
  reason: 'canceled' | 'unreadable' | 'balance' | 'ours';
  message: string;
}

/** A job's result as first recognized; undefined while in progress. Throws `toError` of a failed job. */
export async function readResult(
  db: Db,
  reference: JobReference,
  toError: (failure: JobFailure) => Error,
): Promise<JobResult | undefined> {
  const job = await getJob(db, reference);
  if (job.status === 'in_progress') return undefined;
  if (job.status === 'failed') throw toError(describeFailure(job));
  return {
    transcript: await readTranscript(db, reference, 'machine'),
    language: job.mode === 'test' ? sandboxLanguage : (job.recognition?.language ?? null),
    durationSeconds: job.durationSeconds ?? 0,
  };
}

function describeFailure({ failure, failureDetail, canceledAt }: Job): JobFailure {
  const message = failureDetail ?? "The recording couldn't be transcribed.";
  if (canceledAt !== null) return { reason: 'canceled', message };
  switch (failure) {
    case 'invalid_media':
      return { reason: 'unreadable', message };
    case 'insufficient_balance':
      return { reason: 'balance', message };
    case 'download_failure':
    case 'unspecified':
    case null:
      return { reason: 'ours', message };
  }
}
