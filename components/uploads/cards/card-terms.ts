import type { Submitting } from './submit-files';
import { getPriceCents, type ChosenFile } from '#components/uploads/upload-phases.ts';
import type { FindSubmitted } from '#components/recorder/pending-recordings.ts';
import type { UploadWork } from '#components/uploads/uploads-store.ts';

/** The page's data that the cards depend on. */
export interface CardTerms extends Submitting {
  work: UploadWork;
  /** Returns those of these uploads that became jobs. */
  findSubmitted: FindSubmitted;
  /** 0 if transcribing is free. */
  minuteCents: number;
  balanceCents: number;
}

/**
 * Returns the cents that the balance lacks; for a link, for its first minute. 0 if it may have been submitted already.
 */
export function getMissing(file: ChosenFile, { minuteCents, balanceCents }: CardTerms): number {
  const { phase } = file;
  if (minuteCents === 0 || file.isUnanswered === true) return 0;
  return (phase.kind === 'ready' ? getPriceCents(phase.prices, file) : minuteCents) - balanceCents;
}
