import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { hold } from '#lib/billing/holds/hold';
import { priceCents } from '#lib/billing/price';
import { isSample } from '#lib/billing/holds/sample';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';

/**
 * Gives a job in progress the length that was measured, and brings what is held for it to that length's price.
 * The free sample stays free. May be repeated. Refuses `out-of-credit`, and then nothing has changed.
 */
export async function priceJob(
  db: Db,
  { jobId, durationSeconds }: { jobId: string; durationSeconds: number },
  { priceCentsPerMinute }: { priceCentsPerMinute: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ accountId: jobs.accountId, heldCents: jobs.priceCents })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .for('update');
    if (job === undefined) return;
    const isFree = await isSample(tx, { accountId: job.accountId, jobId });
    const price = isFree ? 0 : priceCents(durationSeconds, priceCentsPerMinute);
    await hold(tx, { accountId: job.accountId, jobId, amountCents: price - job.heldCents });
    await tx.update(jobs).set({ durationSeconds, priceCents: price }).where(eq(jobs.id, jobId));
    await announceJob(tx, { id: jobId, accountId: job.accountId }, 'job');
  });
}
