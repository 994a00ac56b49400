/** The current step of the work on a recording. */
export type Step =
  | { name: 'reading' | 'waiting' | 'transcribing' }
  /** `share` is how much has been sent, 0 to 1. */
  | { name: 'sending'; share: number };

/** The result of the work on a recording. */
export type Outcome =
  | { status: 'transcribed'; jobId: string; results: string[] }
  /** All results were there already. */
  | { status: 'unchanged'; results: string[] }
  /** `isPassing`: the same may work later. */
  | { status: 'failed'; reason: string; jobId?: string | undefined; isPassing: boolean }
  /** A file that someone else has written is where a result would be. */
  | { status: 'skipped'; reason: string };
