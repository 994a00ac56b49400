import { sql } from 'drizzle-orm';
import type { Tx } from '#lib/db/connect';
import { enqueueAll } from '#lib/queue/enqueue';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';

/** Storage keys of a job's files. */
export interface StoredFiles {
  mediaKey: string | null;
  renditionKey: string | null;
  pictureKey: string | null;
  peaksKey: string | null;
}

/** Deletes all files of these jobs from storage once the transaction commits. */
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

/** Ends picture work of these jobs and deletes its files once the transaction commits, locking the jobs until then. */
export async function removePictureParts(tx: Tx, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return;
  // As one array: an account may have more jobs than a statement can have parameters.
  const ids = sql`any(${sql.param(jobIds)}::text[])`;
  await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(sql`${jobs.id} = ${ids}`)
    .orderBy(jobs.id)
    .for('update');
  const removed = await tx
    .delete(pictureParts)
    .where(sql`${pictureParts.jobId} = ${ids}`)
    .returning({ key: pictureParts.partKey });
  await enqueueAll(
    tx,
    'remove-media',
    removed.flatMap(({ key }) => (key === null ? [] : [{ mediaKey: key }])),
  );
}
