import type { Tx } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';

/** After so many milliseconds without a change; reading a long transcript is too much work for every sentence. */
const restMs = 5000;

/** Has it measured how far the review of a transcript has come, when nobody has changed it for a moment. */
export async function enqueueMeasuring(tx: Tx, { jobId }: { jobId: string }): Promise<void> {
  const runAt = new Date(Date.now() + restMs);
  await enqueue(tx, 'measure-review', { jobId }, { key: `measure-review:${jobId}`, runAt });
}
