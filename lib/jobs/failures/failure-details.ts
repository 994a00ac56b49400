import type { FailureReason } from '#lib/jobs/job';

/** Why a job failed: the specification's reason, and a sentence for its owner. */
export interface Failure {
  failure: FailureReason;
  failureDetail: string;
}

/** The recording turned out to be too long for the balance. */
export const balanceTooLow: Failure = {
  failure: 'insufficient_balance',
  failureDetail: 'The balance is too low for a recording of this length.',
};

/** The owner canceled the job. */
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

/** Speaker separation failed. */
export const speakersFailed: Failure = {
  failure: 'unspecified',
  failureDetail: 'Speakers couldn’t be told apart. Nothing was charged.',
};

/** Returns the failure for a submitted text of another recording, or a summary. Both shares are 0 to 1. */
export function transcriptMismatch(matchingShare: number, requiredShare: number): Failure {
  const [matching, required] = [matchingShare, requiredShare].map((share) => `${Math.floor(share * 100)}%`);
  return {
    failure: 'invalid_media',
    failureDetail: `The transcript has too little in common with the recording: ${matching} of the words match, ${required} are required. Nothing was charged.`,
  };
}
