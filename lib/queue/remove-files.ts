import type { Tx } from '#lib/db/connect';
import { enqueueAll } from '#lib/queue/enqueue';

/** Storage keys of a job's files. */
export interface StoredFiles {
  mediaKey: string | null;
  renditionKey: string | null;
  pictureKey: string | null;
  peaksKey: string | null;
}

/** Has all files of these jobs removed from storage once the transaction commits. */
export async function removeFiles(tx: Tx, stored: readonly StoredFiles[]): Promise<void> {
  const keys = stored.flatMap(({ mediaKey, renditionKey, pictureKey, peaksKey }) =>
    [mediaKey, renditionKey, pictureKey, peaksKey].filter((key) => key !== null),
  );
  await enqueueAll(
    tx,
    'remove-media',
    keys.map((mediaKey) => ({ mediaKey })),
  );
}
