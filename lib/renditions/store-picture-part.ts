import { and, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Db } from '#lib/db/connect';
import { awaitsPicture } from '#lib/jobs/awaits-rendition';
import { enqueue } from '#lib/queue/enqueue';

/** Stores an encoded part and, after the last, enqueues joining. Returns whether the file is needed. */
export async function storePicturePart(
  db: Db,
  { jobId, partId, ...made }: { jobId: string; partId: string; frames: number; partKey: string | undefined },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    // Held, so that the last of several parts knows that it is the last.
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
