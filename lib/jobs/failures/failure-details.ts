import type { FailureReason } from '#lib/jobs/job';

/** Why a job failed: the specification's reason, and words for its owner. */
export interface Failure {
  failure: FailureReason;
  failureDetail: string;
}

/** The recording turned out too long for the balance. */
export const balanceTooLow: Failure = {
  failure: 'insufficient_balance',
  failureDetail: 'The balance is too low for a recording of this length.',
};

/** Canceled by its owner. */
export const canceled: Failure = {
  failure: 'unspecified',
  failureDetail: 'The job was canceled. Nothing was charged.',
};

/** Given up after an internal error. */
export const givenUp: Failure = {
  failure: 'unspecified',
  failureDetail: 'Something went wrong on our side while the recording was being transcribed.',
};

/** The engine failed repeatedly. */
export const recognitionFailed: Failure = {
  failure: 'unspecified',
  failureDetail: 'Speech recognition failed on our side. Nothing was charged.',
};

/** The voices could not be told apart. */
export const speakersFailed: Failure = {
  failure: 'unspecified',
  failureDetail: 'Speakers couldn’t be told apart. Nothing was charged.',
};
