import { sql } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { toDeliveryQueue, scheduleNext } from '#lib/callbacks/delivery-queue';
import type { Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { currentTraceparent } from '#lib/tracing/with-span';

/** The parts of an ended job that its callback needs. */
export interface EndedJob {
  id: string;
  accountId: string;
  callbackUrl: string | null;
}

/** Begins an ended job's callback, if it has a `callback_url`, in the same transaction. Starts over if called again. */
export async function beginCallback(tx: Tx, { id: jobId, accountId, callbackUrl }: EndedJob): Promise<void> {
  if (callbackUrl === null) return;
  const queue = toDeliveryQueue({ accountId, url: callbackUrl });
  const { origin, number } = queue;
  const traceparent = currentTraceparent() ?? null;
  await tx
    .insert(callbacks)
    .values({ id: newId(), jobId, accountId, url: callbackUrl, origin, queueNumber: number, traceparent })
    .onConflictDoUpdate({
      target: callbacks.jobId,
      set: {
        state: 'pending',
        round: sql`${callbacks.round} + 1`,
        begunAt: sql`now()`,
        triesSinceBegun: 0,
        nextTryAt: sql`now()`,
        givenUpBecause: null,
        traceparent,
      },
    });
  await scheduleNext(tx, queue);
}
