import { eq } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { beginCallback } from '#lib/callbacks/begin-callback';
import { toDeliveryQueue, type DeliveryQueue } from '#lib/callbacks/delivery-queue';
import type { Callback } from '#lib/callbacks/record-attempt';
import type { CallbackAttempt } from '#lib/callbacks/send-callback';
import type { Db } from '#lib/db/connect';
import { makeAccount } from './make-account';
import { makeJob } from './make-job';

/** Makes a due callback of a failed job of the account, or of a new account if none is named. */
export async function makeCallback(
  db: Db,
  { url = 'https://customer.example/hook', accountId }: { url?: string; accountId?: string } = {},
): Promise<{ accountId: string; jobId: string; queue: DeliveryQueue; callback: Callback }> {
  const owner = accountId ?? (await makeAccount(db, { balanceCents: 100_00 }));
  const job = await makeJob(db, owner, { status: 'failed', callbackUrl: url });
  await db.transaction((tx) => beginCallback(tx, job));
  return {
    accountId: owner,
    jobId: job.id,
    queue: toDeliveryQueue({ accountId: owner, url }),
    callback: await readCallbackRow(db, job.id),
  };
}

/** Reads the callback of a job. */
export async function readCallbackRow(db: Db, jobId: string): Promise<Callback> {
  const [callback] = await db.select().from(callbacks).where(eq(callbacks.jobId, jobId));
  if (callback === undefined) throw new Error(`job ${jobId} has no callback`);
  return callback;
}

/** Returns an attempt that was answered with this status, or not at all. */
export function answered(status: number | undefined, more: Partial<CallbackAttempt> = {}): CallbackAttempt {
  const reason =
    status === undefined ? 'The host refused the connection.' : `The receiver responded with ${status}.`;
  return {
    startedAt: new Date(),
    durationMs: 5,
    status,
    reason,
    answer: '',
    retryAfterMs: undefined,
    ...more,
  };
}
