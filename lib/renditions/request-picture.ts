import { and, count, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import type { PictureRange } from '#lib/media/rendition/split-picture';
import { enqueue } from '#lib/queue/enqueue';

/** Requests a picture's encoding in these parts in the caller's transaction, later the more its account waits for. */
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
