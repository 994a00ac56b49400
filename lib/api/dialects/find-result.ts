import type { Db } from '#lib/db/connect';
import type { Job, JobReference } from '#lib/jobs/job';
import { getJob } from '#lib/jobs/read/get-job';
import type { Transcript } from '#lib/revisions/read-transcript';
import { findVersion, type FoundVersion } from '#lib/revisions/transcript-source';

/** The sandbox always returns English. */
const sandboxLanguage = 'en';

/** The parts of a response besides its transcript. */
export interface ResultFacts {
  /** The spoken language as a BCP 47 tag; null if unknown. */
  language: string | null;
  durationSeconds: number;
}

/** The parts of a job that make up a response. */
export interface JobResult extends ResultFacts {
  transcript: Transcript;
}

/** A result whose transcript hasn't been read yet. */
export interface FoundResult {
  version: FoundVersion;
  facts: ResultFacts;
}

/** Why a job failed, with a message for its sender. */
export interface JobFailure {
  reason: 'canceled' | 'unreadable' | 'balance' | 'ours';
  message: string;
}

/** Finds a job's result as first recognized; undefined while in progress. Throws `toError` if the job failed. */
export async function findResult(
  db: Db,
  reference: JobReference,
  toError: (failure: JobFailure) => Error,
): Promise<FoundResult | undefined> {
  const job = await getJob(db, reference);
  if (job.status === 'in_progress') return undefined;
  if (job.status === 'failed') throw toError(describeFailure(job));
  return {
    version: await findVersion(db, reference, 'machine'),
    facts: {
      language: job.mode === 'test' ? sandboxLanguage : (job.recognition?.language ?? null),
      durationSeconds: job.durationSeconds ?? 0,
    },
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
