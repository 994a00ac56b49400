import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';
import { awaitsRendition } from '#lib/jobs/awaits-rendition';
import type { Job } from '#lib/jobs/job';
import { announceEditor } from '#lib/events/announce-editor';
import type { PictureRange } from '#lib/media/rendition/split-picture';
import { requestPicture } from '#lib/renditions/request-picture';

/** The copy that a browser plays and its waveform, already in storage. */
export interface StoredRendition {
  renditionKey: string;
  renditionType: NonNullable<Job['renditionType']>;
  peaksKey: string;
}

/** Stores a rendition, requests its picture and notifies watchers. Returns whether the job takes it. */
export function storeRendition(
  db: Db,
  {
    jobId,
    pictureRanges = [],
    ...rendition
  }: { jobId: string; pictureRanges?: readonly PictureRange[] } & StoredRendition,
): Promise<boolean> {
  return endRendition(db, jobId, rendition, pictureRanges);
}

/** Notes, in words for the log and the operator, why no rendition can be made, and notifies those who watch the job. */
export function failRendition(
  db: Db,
  { jobId, renditionFailure }: { jobId: string; renditionFailure: string },
): Promise<boolean> {
  return endRendition(db, jobId, { renditionFailure });
}

async function endRendition(
  db: Db,
  jobId: string,
  outcome: StoredRendition | { renditionFailure: string },
  pictureRanges: readonly PictureRange[] = [],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const hasPictureToCome = pictureRanges.length > 0;
    const [job] = await tx
      .update(jobs)
      .set({ ...outcome, ...(hasPictureToCome && { pictureAskedAt: new Date(), renditionStarts: 0 }) })
      .where(and(eq(jobs.id, jobId), awaitsRendition()))
      .returning({ id: jobs.id, accountId: jobs.accountId });
    if (job === undefined) return false;
    if (hasPictureToCome)
      await requestPicture(tx, { jobId, accountId: job.accountId, ranges: pictureRanges });
    await announceJob(tx, job, 'job');
    await announceEditor(tx, { kind: 'media', jobId });
    return true;
  });
}
