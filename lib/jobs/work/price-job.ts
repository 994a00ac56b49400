import { and, eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { hold } from '#lib/billing/holds/hold';
import { decodedPriceCents, getRate, priceCents, type Prices } from '#lib/billing/price';
import { isSample } from '#lib/billing/holds/sample';
import type { Db } from '#lib/db/connect';
import { announceJob } from '#lib/events/announce-job';

/** A measured length; once decoded, with the undecodable part, which is free. */
export interface MeasuredLength {
  durationSeconds: number;
  decoded?: { lostSeconds: number };
}

/**
 * Sets the measured length of a job in progress, and adjusts its hold to that length's price. The free sample stays
 * free. Idempotent. Refuses `out-of-credit`, with nothing changed.
 */
export async function priceJob(
  db: Db,
  { jobId, durationSeconds, decoded }: MeasuredLength & { jobId: string },
  prices: Prices,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ accountId: jobs.accountId, heldCents: jobs.priceCents, task: jobs.task })
      .from(jobs)
      .where(and(eq(jobs.id, jobId), eq(jobs.status, 'in_progress')))
      .for('update');
    if (job === undefined) return;
    const isFree = await isSample(tx, { accountId: job.accountId, jobId });
    const { heldCents } = job;
    const priceCentsPerMinute = getRate(job.task, prices);
    const getPrice = (): number =>
      decoded === undefined
        ? priceCents(durationSeconds, priceCentsPerMinute)
        : decodedPriceCents(durationSeconds - decoded.lostSeconds, { heldCents, priceCentsPerMinute });
    const price = isFree ? 0 : getPrice();
    await hold(tx, { accountId: job.accountId, jobId, amountCents: price - heldCents });
    await tx.update(jobs).set({ durationSeconds, priceCents: price }).where(eq(jobs.id, jobId));
    await announceJob(tx, { id: jobId, accountId: job.accountId }, 'job');
  });
}
