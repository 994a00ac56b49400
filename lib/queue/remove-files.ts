import type { Tx } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';

/** Where storage keeps the files of a job. */
export interface StoredFiles {
  mediaKey: string | null;
  renditionKey: string | null;
  pictureKey: string | null;
  peaksKey: string | null;
}

/** Has all files of these jobs removed from storage once the transaction commits. */
export async function removeFiles(tx: Tx, stored: readonly StoredFiles[]): Promise<void> {
  for (const { mediaKey, renditionKey, pictureKey, peaksKey } of stored) {
    for (const key of [mediaKey, renditionKey, pictureKey, peaksKey]) {
      if (key !== null) await enqueue(tx, 'remove-media', { mediaKey: key });
    }
  }
}
