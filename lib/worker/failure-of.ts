import type { FailureReason } from '#lib/jobs/job';
import { DownloadFailure } from '#lib/media/download-failure';
import { InvalidMedia } from '#lib/media/media-failure';
import { Refusal } from '#lib/refusal';

/** Why a job failed: the specification's reason, and words for its owner. */
export interface Failure {
  failure: FailureReason;
  failureDetail: string;
}

/** The failure that an error of the worker's parts stands for; undefined for a defect. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof InvalidMedia) return { failure: 'invalid_media', failureDetail: error.detail };
  if (error instanceof DownloadFailure) return { failure: 'download_failure', failureDetail: error.detail };
  if (error instanceof Refusal && error.reason.kind === 'out-of-credit') {
    const failureDetail = 'The balance is too low for the length of this recording.';
    return { failure: 'insufficient_balance', failureDetail };
  }
  return undefined;
}
