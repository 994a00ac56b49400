import type { RecognitionOffer } from '#components/recognition/offer.ts';
import type { UploadWork } from '#components/uploads/uploads-store.ts';
import type { ActionResult } from '#components/ui/action-result.ts';

/** The terms of uploads. */
export interface UploadTerms extends Pick<UploadWork, 'maxBytes' | 'isFree'> {
  offer: RecognitionOffer;
}

/** The owner's actions for recordings dropped on the editor. */
export interface UploadActions extends Pick<UploadWork, 'measure' | 'submit'> {
  readTerms: () => Promise<ActionResult<UploadTerms>>;
}
