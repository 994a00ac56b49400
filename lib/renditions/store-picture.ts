import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Db, Tx } from '#lib/db/connect';
import { announceEditor } from '#lib/events/announce-editor';
import { announceJob } from '#lib/events/announce-job';
import { awaitsPicture } from '#lib/jobs/awaits-rendition';
import { removePictureParts } from '#lib/queue/remove-files';
import { requestPicture } from '#lib/renditions/request-picture';

/** Stores the copy with the picture, removes its parts and notifies watchers. Returns whether the job takes it. */
export function storePicture(
  db: Db,
  { jobId, pictureKey }: { jobId: string; pictureKey: string },
): Promise<boolean> {
  return db.transaction((tx) => endPicture(tx, jobId, { pictureKey }));
}

/** After a failure, encodes a picture again in one part, or gives it up if it was one. The sound stays. */
export async function failPicture(
  db: Db,
  { jobId, partId, pictureFailure }: { jobId: string; partId?: string; pictureFailure: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ accountId: jobs.accountId })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), awaitsPicture()))
      .for('update');
    if (job === undefined) return;
    const parts = await tx
      .select({ id: pictureParts.id })
      .from(pictureParts)
      .where(eq(pictureParts.jobId, jobId));
    if (partId !== undefined && !parts.some(({ id }) => id === partId)) return;
    if (parts.length <= 1) {
      await endPicture(tx, jobId, { pictureFailure });
      return;
    }
    await removePictureParts(tx, [jobId]);
    const ranges = [{ startSeconds: 0, endSeconds: null }];
    await tx.update(jobs).set({ renditionStarts: 0 }).where(eq(jobs.id, jobId));
    await requestPicture(tx, { jobId, accountId: job.accountId, ranges });
  });
}

async function endPicture(
  tx: Tx,
  jobId: string,
  outcome: { pictureKey: string } | { pictureFailure: string },
): Promise<boolean> {
  const [job] = await tx
    .update(jobs)
    .set(outcome)
    .where(and(eq(jobs.id, jobId), awaitsPicture()))
    .returning({ id: jobs.id, accountId: jobs.accountId });
  if (job === undefined) return false;
  await removePictureParts(tx, [jobId]);
  await announceJob(tx, job, 'job');
  await announceEditor(tx, { kind: 'media', jobId });
  return true;
}
