import { and, eq, isNull, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Db } from '#lib/db/connect';
import { awaitsPicture } from '#lib/jobs/awaits-rendition';
import type { PictureRange } from '#lib/media/rendition/split-picture';

export interface PicturePartWork extends PictureRange {
  mediaKey: string;
  durationSeconds: number;
  starts: number;
}

/** Notes that work on a part of a picture begins, and returns the part; undefined when there is nothing to do. */
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

/** Undoes `beginPicturePart`: the work was cut off by a restart. */
export async function stepBackPicturePart(db: Db, { partId }: { partId: string }): Promise<void> {
  await db
    .update(pictureParts)
    .set({ starts: sql`greatest(${pictureParts.starts} - 1, 0)` })
    .where(eq(pictureParts.id, partId));
}
