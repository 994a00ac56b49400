import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Tx } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';

/** Requests a playable copy and its waveform in the caller's transaction, lower `priority` first, once for each job with media. */
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
