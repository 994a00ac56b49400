import { eq } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { beginCallback } from '#lib/callbacks/begin-callback';
import { laneOf, type Lane } from '#lib/callbacks/lane';
import type { Callback } from '#lib/callbacks/record-try';
import type { Try } from '#lib/callbacks/send-callback';
import type { Db } from '#lib/db/connect';
import { makeAccount } from './make-account';
import { makeJob } from './make-job';

/** A callback that is due, of a failed job of the account; of a new one when none is named. */
export async function makeCallback(
  db: Db,
  { url = 'https://customer.example/hook', accountId }: { url?: string; accountId?: string } = {},
): Promise<{ accountId: string; jobId: string; lane: Lane; callback: Callback }> {
  const owner = accountId ?? (await makeAccount(db, { balanceCents: 100_00 }));
  const job = await makeJob(db, owner, { status: 'failed', callbackUrl: url });
  await db.transaction((tx) => beginCallback(tx, job));
  return {
    accountId: owner,
    jobId: job.id,
    lane: laneOf({ accountId: owner, url }),
    callback: await callbackOf(db, job.id),
  };
}

/** The callback of a job, as it is now. */
export async function callbackOf(db: Db, jobId: string): Promise<Callback> {
  const [callback] = await db.select().from(callbacks).where(eq(callbacks.jobId, jobId));
  if (callback === undefined) throw new Error(`job ${jobId} has no callback`);
  return callback;
}

/** A try that was answered with this status, or not at all. */
export function answered(status: number | undefined, more: Partial<Try> = {}): Try {
  const reason =
    status === undefined ? 'The host refused the connection.' : `The receiver answered ${status}.`;
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
