import { and, count, eq, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { pictureParts } from '#drizzle/schema/picture-parts';
import type { Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import type { PictureRange } from '#lib/media/rendition/split-picture';
import { enqueue } from '#lib/queue/enqueue';

/**
 * Has the picture of a job encoded in these parts, each a task of its own, in the caller's transaction. The more parts its
 * account waits for already, the later they come: a long film holds up its own account, not another's short one.
 */
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
