import { inArray } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Tx } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';

/**
 * Ends the work on the pictures of these jobs: their parts are forgotten, and the files of those that are encoded removed
 * from storage once the transaction commits. Holds the jobs until then, so that no part is stored meanwhile.
 */
export async function removePictureParts(tx: Tx, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  await tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.id, jobIds)).orderBy(jobs.id).for('update');
  const removed = await tx
    .delete(pictureParts)
    .where(inArray(pictureParts.jobId, jobIds))
    .returning({ key: pictureParts.partKey });
  for (const { key } of removed) {
    if (key !== null) await enqueue(tx, 'remove-media', { mediaKey: key });
  }
}
