import type { RecognitionOffer } from '#components/account/recognition/offer.ts';
import type { UploadWork } from '#components/account/uploads/uploads-store.ts';
import type { ActionResult } from '#components/ui/action-result.ts';

/** What is to be known before a recording is uploaded. */
export interface UploadTerms extends Pick<UploadWork, 'maxBytes' | 'isFree'> {
  offer: RecognitionOffer;
}

/** What the owner can do with a recording that was dropped on the editor. */
export interface UploadActions extends Pick<UploadWork, 'measure' | 'submit'> {
  readTerms: () => Promise<ActionResult<UploadTerms>>;
}
