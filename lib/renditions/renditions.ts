import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx, Db } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';
import { awaitsRendition } from '#lib/jobs/awaits-rendition';
import type { Job } from '#lib/jobs/job';
import { announceJob } from '#lib/events/announce-job';
import { announceEditor } from '#lib/events/announce-editor';
import type { PictureRange } from '#lib/media/rendition/split-picture';
import { requestPicture } from '#lib/renditions/picture';
import { shareLinks } from '#drizzle/schema/share-links';
import { isOutsideTrash } from '#lib/jobs/is-job';
import { linkWorks } from '#lib/share-links/open-share-link';
import type { MediaTicket } from '#lib/renditions/media-ticket';

/**
 * Requests a playable copy and its waveform, once per job, in the caller's transaction. Lower `priority` runs first.
 */
export async function requestRendition(
  tx: Tx,
  { jobId, priority }: { jobId: string; priority: number },
): Promise<void> {
  const asked = await tx
    .update(jobs)
    .set({ renditionAskedAt: new Date() })
    .where(
      and(
        eq(jobs.id, jobId),
        eq(jobs.status, 'transcribed'),
        isNotNull(jobs.mediaKey),
        isNull(jobs.renditionAskedAt),
      ),
    )
    .returning({ id: jobs.id });
  if (asked.length > 0) await enqueue(tx, 'render-media', { jobId }, { priority });
}

/** Records that work on a job's rendition begins and returns the job; undefined if there is nothing to do. */
export async function beginRendition(db: Db, { jobId }: { jobId: string }): Promise<Job | undefined> {
  const [job] = await db
    .update(jobs)
    .set({ renditionStarts: sql`${jobs.renditionStarts} + 1` })
    .where(and(eq(jobs.id, jobId), awaitsRendition()))
    .returning();
  return job;
}

/** Undoes `beginRendition` after a restart cut the work off. */
export async function stepBackRendition(db: Db, { jobId }: { jobId: string }): Promise<void> {
  await db
    .update(jobs)
    .set({ renditionStarts: sql`greatest(${jobs.renditionStarts} - 1, 0)` })
    .where(eq(jobs.id, jobId));
}

/** The playable copy and its waveform, already in storage. */
interface StoredRendition {
  renditionKey: string;
  renditionType: NonNullable<Job['renditionType']>;
  peaksKey: string;
}

/** Stores a rendition, requests its picture and notifies watchers. Returns false if the job no longer needs it. */
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

/** Records why no rendition can be made, in words for the log and operators, and notifies the job's watchers. */
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

/**
 * Returns the storage key and type of a ticket's file. The type is undefined for recordings. Undefined if the job,
 * recording or link is gone.
 */
export async function findRendition(
  db: Db,
  { jobId, linkId, file }: MediaTicket,
): Promise<{ key: string; type: string | undefined } | undefined> {
  const { renditionKey: key, renditionType: type, pictureKey, mediaKey } = jobs;
  const found = db.select({ key, type, pictureKey, mediaKey, status: jobs.status }).from(jobs);
  const isOfLink = and(eq(shareLinks.jobId, jobs.id), eq(shareLinks.id, linkId ?? ''), linkWorks());
  const [row] = await (linkId === undefined ? found : found.innerJoin(shareLinks, isOfLink)).where(
    and(eq(jobs.id, jobId), isOutsideTrash()),
  );
  if (file === 'picture')
    return row === undefined || row.pictureKey === null
      ? undefined
      : { key: row.pictureKey, type: 'video/mp4' };
  if (file === 'original')
    return row === undefined || row.mediaKey === null || row.status !== 'transcribed'
      ? undefined
      : { key: row.mediaKey, type: undefined };
  if (row === undefined || row.key === null || row.type === null) return undefined;
  return { key: row.key, type: row.type };
}
