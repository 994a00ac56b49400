import { balanceTooLow, recognitionFailed, type Failure } from '#lib/jobs/failure-details';
import { DownloadFailure } from '#lib/media/download-failure';
import { InvalidMedia } from '#lib/media/media-failure';
import { EngineFailure } from '#lib/recognition/engine';
import { Refusal } from '#lib/refusal';

/** The failure that an error of the worker's parts stands for; undefined for a defect. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof InvalidMedia) return { failure: 'invalid_media', failureDetail: error.detail };
  if (error instanceof DownloadFailure) return { failure: 'download_failure', failureDetail: error.detail };
  if (error instanceof Refusal && error.reason.kind === 'out-of-credit') {
    return balanceTooLow;
  }
  if (error instanceof EngineFailure) return recognitionFailed;
  return undefined;
}
