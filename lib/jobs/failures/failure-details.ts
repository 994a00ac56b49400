import type { FailureReason } from '#lib/jobs/job';

/** Why a job failed: the specification's reason, and words for its owner. */
export interface Failure {
  failure: FailureReason;
  failureDetail: string;
}

/** How a job fails that has become too long for the balance. */
export const balanceTooLow: Failure = {
  failure: 'insufficient_balance',
  failureDetail: 'The balance is too low for a recording of this length.',
};

/** How a job ends that its owner canceled. */
export const canceled: Failure = {
  failure: 'unspecified',
  failureDetail: 'The job was canceled. Nothing was charged.',
};

/** How a job fails after an error that is ours. */
export const givenUp: Failure = {
  failure: 'unspecified',
  failureDetail: 'Something went wrong on our side while the recording was being transcribed.',
};

/** How a job fails whose engine failed, though it was tried again. */
export const recognitionFailed: Failure = {
  failure: 'unspecified',
  failureDetail: 'Speech recognition failed on our side. Nothing was charged.',
};
