import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { jobs } from '#drizzle/schema/jobs';
import { presentJob } from '#lib/api/v1/present-job';
import { pausedUntil, pendingIn, setAlarm, type Lane } from '#lib/callbacks/lane';
import { recordTry, type Callback } from '#lib/callbacks/record-try';
import { patienceMs } from '#lib/callbacks/schedule';
import { sendCallback } from '#lib/callbacks/send-callback';
import { sign } from '#lib/callbacks/sign';
import { signingSecretsOf } from '#lib/callbacks/signing-secrets';
import type { Db } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';
import { log } from '#lib/log';
import { netPolicy } from '#lib/net/net-policy';

/**
 * Makes the lane's next delivery, if one is due, and sets its alarm for the one after. Run twice, or cut off before
 * the outcome was kept, it delivers twice, under the same `webhook-id`.
 */
export async function deliverCallbacks(db: Db, lane: Lane, signal: AbortSignal): Promise<void> {
  if ((await pausedUntil(db, lane)) !== undefined) await giveUpOld(db, lane);
  else {
    const due = await findDue(db, lane);
    if (due !== undefined) return deliver(db, { ...due, lane, signal });
  }
  await db.transaction((tx) => setAlarm(tx, lane));
}

async function findDue(db: Db, lane: Lane): Promise<{ callback: Callback; job: Job } | undefined> {
  const [due] = await db
    .select({ callback: callbacks, job: jobs })
    .from(callbacks)
    .innerJoin(jobs, eq(jobs.id, callbacks.jobId))
    .where(and(pendingIn(lane), lte(callbacks.nextTryAt, sql`now()`)))
    .orderBy(asc(callbacks.nextTryAt))
    .limit(1);
  return due;
}

async function deliver(
  db: Db,
  { callback, job, lane, signal }: { callback: Callback; job: Job; lane: Lane; signal: AbortSignal },
): Promise<void> {
  const { id, url } = callback;
  const body = JSON.stringify({ job: presentJob(job) });
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = sign({ id, timestamp, body }, await signingSecretsOf(db, lane.accountId));
  const made = await sendCallback({ url, body, headers }, { policy: netPolicy(), signal });
  const { status, durationMs, reason } = made;
  log().info({ callbackId: id, jobId: job.id, status, milliseconds: durationMs, reason }, 'callback tried');
  await recordTry(db, { callback, lane, made });
}

/** While a host is left alone most of its callbacks get no try of their own: their time passes all the same. */
async function giveUpOld(db: Db, lane: Lane): Promise<void> {
  await db
    .update(callbacks)
    .set({ state: 'given_up', givenUpBecause: 'The host could not be reached for 24 hours.' })
    .where(
      and(pendingIn(lane), sql`${callbacks.begunAt} < now() - ${patienceMs} * interval '1 millisecond'`),
    );
}
