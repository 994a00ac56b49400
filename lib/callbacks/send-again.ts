import { and, eq, sql } from 'drizzle-orm';
import { callbackHosts, callbacks } from '#drizzle/schema/callbacks';
import { beginCallback } from '#lib/callbacks/begin-callback';
import { noCallbackUrl } from '#lib/callbacks/read-callback';
import { toDeliveryQueue } from '#lib/callbacks/delivery-queue';
import type { Db } from '#lib/db/connect';
import { getJob } from '#lib/jobs/read/get-job';
import type { JobReference } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';

/** Sends an ended job's callback again. Refuses `job-not-found`, `invalid-job-state`, and jobs without a URL. */
export async function sendAgain(db: Db, reference: JobReference): Promise<void> {
  const { accountId } = reference;
  await db.transaction(async (tx) => {
    const job = await getJob(tx, reference);
    if (job.status === 'in_progress') {
      throw new Refusal({
        kind: 'invalid-job-state',
        operation: 'callback',
        currentValue: job.status,
        allowedValues: ['failed', 'transcribed'],
      });
    }
    if (job.callbackUrl === null) throw noCallbackUrl();
    const { origin } = toDeliveryQueue({ accountId, url: job.callbackUrl });
    // Locks in the same order as `recordAttempt`, to prevent a deadlock.
    await tx.select({ id: callbacks.id }).from(callbacks).where(eq(callbacks.jobId, job.id)).for('update');
    // A request to send again implies that the host is back.
    await tx
      .update(callbackHosts)
      .set({ pausedUntil: sql`now()` })
      .where(and(eq(callbackHosts.accountId, accountId), eq(callbackHosts.origin, origin)));
    await beginCallback(tx, job);
  });
}
