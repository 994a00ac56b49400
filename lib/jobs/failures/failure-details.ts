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

/** The text that came with the recording is another one's, or a summary. Both shares are 0 to 1. */
export function transcriptMismatch(matchingShare: number, requiredShare: number): Failure {
  const [matching, required] = [matchingShare, requiredShare].map((share) => `${Math.floor(share * 100)}%`);
  return {
    failure: 'invalid_media',
    failureDetail: `The transcript has too little in common with the recording: ${matching} of the words match, ${required} are required. Nothing was charged.`,
  };
}
