import type { FailureReason } from '#lib/jobs/job';
import { DownloadFailure } from '#lib/media/download-failure';
import { InvalidMedia } from '#lib/media/media-failure';
import { EngineFailure } from '#lib/recognition/engine';
import { Refusal } from '#lib/refusal';

/** Why a job failed: the specification's reason, and words for its owner. */
export interface Failure {
  failure: FailureReason;
  failureDetail: string;
}

/** How a job fails that has become too long for the balance. */
export const balanceTooLow: Failure = {
  failure: 'insufficient_balance',
  failureDetail: 'The balance is too low for the length of this recording.',
};

/** How a job fails that we could not do. */
export const givenUp: Failure = {
  failure: 'unspecified',
  failureDetail: 'Something went wrong on our side while the recording was being transcribed.',
};

/** How a job fails whose engine could not do it, though it was tried again. */
export const recognitionFailed: Failure = {
  failure: 'unspecified',
  failureDetail: 'Speech recognition failed on our side. Nothing was charged.',
};

/** The failure that an error of the worker's parts stands for; undefined for a defect. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof InvalidMedia) return { failure: 'invalid_media', failureDetail: error.detail };
  if (error instanceof DownloadFailure) return { failure: 'download_failure', failureDetail: error.detail };
  if (error instanceof Refusal && error.reason.kind === 'out-of-credit') {
    return balanceTooLow;
  }
  if (error instanceof EngineFailure) return recognitionFailed;
  return undefined;
}
