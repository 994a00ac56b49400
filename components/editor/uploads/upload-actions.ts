import type { UploadWork } from '#components/uploads/uploads-store.ts';
import type { ActionResult } from '#components/ui/action-result.ts';

/** The owner's actions for recordings dropped on the editor. */
export interface UploadActions extends Pick<UploadWork, 'measure'> {
  readTerms: () => Promise<ActionResult<Pick<UploadWork, 'maxBytes'>>>;
}
