import { and, count, eq, isNull, asc, notExists, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Tx, Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import type { PictureRange } from '#lib/media/rendition/split-picture';
import { enqueue } from '#lib/queue/enqueue';
import { awaitsPicture } from '#lib/jobs/awaits-rendition';
import type { Job } from '#lib/jobs/job';
import { announceEditor } from '#lib/events/announce-editor';
import { announceJob } from '#lib/events/announce-job';
import { removePictureParts } from '#lib/queue/remove-files';

/** Requests a picture's encoding in these parts, in the caller's transaction, later the more its account waits for. */
export async function requestPicture(
  tx: Tx,
  { jobId, accountId, ranges }: { jobId: string; accountId: string; ranges: readonly PictureRange[] },
): Promise<void> {
  const [unfinished] = await tx
    .select({ n: count() })
    .from(pictureParts)
    .innerJoin(jobs, eq(jobs.id, pictureParts.jobId))
    .where(and(eq(jobs.accountId, accountId), isNull(pictureParts.frames)));
  const parts = ranges.map((range) => ({ id: newId(), jobId, ...range }));
  await tx.insert(pictureParts).values(parts);
  for (const [at, { id: partId }] of parts.entries()) {
    await enqueue(tx, 'encode-picture', { jobId, partId }, { priority: (unfinished?.n ?? 0) + at });
  }
}

/** A picture whose parts are all encoded: the job, and the storage keys of the parts that aren't empty, in order. */
export interface EncodedPicture {
  job: Job;
  parts: Array<{ key: string; startSeconds: number }>;
}

/** Records that joining the parts of a job's picture begins and returns them; undefined if there is nothing to do. */
export async function beginPicture(
  db: Db,
  { jobId }: { jobId: string },
): Promise<EncodedPicture | undefined> {
  const unfinished = db
    .select({ id: pictureParts.id })
    .from(pictureParts)
    .where(and(eq(pictureParts.jobId, jobId), isNull(pictureParts.frames)));
  const [job] = await db
    .update(jobs)
    .set({ renditionStarts: sql`${jobs.renditionStarts} + 1` })
    .where(and(eq(jobs.id, jobId), awaitsPicture(), notExists(unfinished)))
    .returning();
  if (job === undefined) return undefined;
  const parts = await db
    .select({ key: pictureParts.partKey, startSeconds: pictureParts.startSeconds })
    .from(pictureParts)
    .where(eq(pictureParts.jobId, jobId))
    .orderBy(asc(pictureParts.startSeconds));
  return { job, parts: parts.flatMap(({ key, ...part }) => (key === null ? [] : [{ key, ...part }])) };
}

export interface PicturePartWork extends PictureRange {
  mediaKey: string;
  durationSeconds: number;
  starts: number;
}

/** Records that work on a part of a picture begins and returns the part; undefined if there is nothing to do. */
export async function beginPicturePart(
  db: Db,
  { partId }: { partId: string },
): Promise<PicturePartWork | undefined> {
  const [part] = await db
    .update(pictureParts)
    .set({ starts: sql`${pictureParts.starts} + 1` })
    .from(jobs)
    .where(
      and(
        eq(pictureParts.id, partId),
        isNull(pictureParts.frames),
        eq(jobs.id, pictureParts.jobId),
        awaitsPicture(),
      ),
    )
    .returning({
      mediaKey: jobs.mediaKey,
      durationSeconds: jobs.durationSeconds,
      startSeconds: pictureParts.startSeconds,
      endSeconds: pictureParts.endSeconds,
      starts: pictureParts.starts,
    });
  if (part === undefined || part.mediaKey === null) return undefined;
  return { ...part, mediaKey: part.mediaKey, durationSeconds: part.durationSeconds ?? 0 };
}

/** Undoes `beginPicturePart` after a restart cut the work off. */
export async function stepBackPicturePart(db: Db, { partId }: { partId: string }): Promise<void> {
  await db
    .update(pictureParts)
    .set({ starts: sql`greatest(${pictureParts.starts} - 1, 0)` })
    .where(eq(pictureParts.id, partId));
}

/** Stores an encoded part and enqueues joining after the last one. Returns false if the file isn't needed. */
export async function storePicturePart(
  db: Db,
  { jobId, partId, ...made }: { jobId: string; partId: string; frames: number; partKey: string | undefined },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Locks the job, so that exactly one of several parts sees that it is the last.
    const [job] = await tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), awaitsPicture()))
      .for('update');
    if (job === undefined) return false;
    const stored = await tx
      .update(pictureParts)
      .set(made)
      .where(and(eq(pictureParts.id, partId), isNull(pictureParts.frames)))
      .returning({ id: pictureParts.id });
    if (stored.length === 0) return false;
    const left = await tx
      .select({ id: pictureParts.id })
      .from(pictureParts)
      .where(and(eq(pictureParts.jobId, jobId), isNull(pictureParts.frames)))
      .limit(1);
    if (left.length === 0) await enqueue(tx, 'join-picture', { jobId });
    return true;
  });
}

/**
 * Stores the copy with the picture, removes its parts and notifies watchers. Returns false if nothing awaits it.
 */
export function storePicture(
  db: Db,
  { jobId, pictureKey }: { jobId: string; pictureKey: string },
): Promise<boolean> {
  return db.transaction((tx) => endPicture(tx, jobId, { pictureKey }));
}

/** After a failure, encodes the picture again in a single part, or gives up if it was one already. The sound stays. */
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
