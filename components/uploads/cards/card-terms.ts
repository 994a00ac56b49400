import type { Submitting } from './submit-files';
import { getPriceCents, type ChosenFile } from '#components/uploads/upload-phases.ts';
import type { FindSubmitted } from '#components/recorder/pending-recordings.ts';
import type { UploadWork } from '#components/uploads/uploads-store.ts';

/** Facts of the page that the cards depend on. */
export interface CardTerms extends Submitting {
  work: UploadWork;
  /** Those of these uploads that became jobs. */
  findSubmitted: FindSubmitted;
  /** 0 if transcribing is free. */
  minuteCents: number;
  balanceCents: number;
}

/** The cents the balance lacks; of a link, for its first minute. None if it may have been submitted already. */
export function getMissing(file: ChosenFile, { minuteCents, balanceCents }: CardTerms): number {
  const { phase } = file;
  if (minuteCents === 0 || file.isUnanswered === true) return 0;
  return (phase.kind === 'ready' ? getPriceCents(phase.prices, file) : minuteCents) - balanceCents;
}
