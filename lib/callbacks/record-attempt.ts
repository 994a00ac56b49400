import { and, eq, sql } from 'drizzle-orm';
import { callbackHosts, callbacks, callbackTries } from '#drizzle/schema/callbacks';
import { queuesOfOrigin, scheduleNext, type DeliveryQueue } from '#lib/callbacks/delivery-queue';
import { attemptReasons, givenUpReasons } from '#lib/callbacks/reasons';
import { pauseAfter, untilNextAttempt } from '#lib/callbacks/schedule';
import type { CallbackAttempt } from '#lib/callbacks/send-callback';
import type { Db, Tx } from '#lib/db/connect';
import { forgetHeaders } from '#lib/jobs/headers/headers';

/** A callback as stored in the database. */
export type Callback = typeof callbacks.$inferSelect;

/** Consecutive failures after which deliveries to a host pause, including new callbacks. */
const failuresBeforePause = 3;

/** Gateway errors: the host behind the gateway was not reached. */
const unreached = new Set([502, 503, 504]);

/** Stores the result of an attempt and schedules the next one of the callback and its host. */
export async function recordAttempt(
  db: Db,
  { callback, queue, attempt }: { callback: Callback; queue: DeliveryQueue; attempt: CallbackAttempt },
) {
  await db.transaction(async (tx) => {
    // The job may have been deleted meanwhile, with its callback.
    if (await isThere(tx, callback)) {
      const { startedAt, durationMs, status, reason, answer } = attempt;
      const callbackId = callback.id;
      await tx.insert(callbackTries).values({ callbackId, startedAt, durationMs, status, reason, answer });
      // If it was sent again meanwhile, this attempt doesn't count for the new round.
      const [now] = await tx
        .update(callbacks)
        .set({ ...toNextState(callback, attempt), triesSinceBegun: callback.triesSinceBegun + 1 })
        .where(and(eq(callbacks.id, callback.id), eq(callbacks.round, callback.round)))
        .returning({ state: callbacks.state });
      if (now !== undefined && now.state !== 'pending') {
        await forgetHeaders(tx, { jobId: callback.jobId, kind: 'callback' });
      }
    }
    if (attempt.status === undefined || unreached.has(attempt.status)) {
      // An attempt that wasn't sent says nothing about the host.
      if (attempt.reason !== attemptReasons.unsigned) await noteFailure(tx, queue, attempt);
    } else await noteAnswer(tx, queue);
    await scheduleNext(tx, queue);
  });
}

async function isThere(tx: Tx, { id }: Callback): Promise<boolean> {
  const found = await tx
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(eq(callbacks.id, id))
    .for('update');
  return found.length > 0;
}

function toNextState(
  { begunAt, triesSinceBegun }: Callback,
  { startedAt, status, retryAfterMs }: CallbackAttempt,
) {
  if (status !== undefined && status >= 200 && status < 300) return { state: 'delivered' as const };
  if (status === 410) return giveUp(givenUpReasons.gone);
  const ageMs = startedAt.getTime() - begunAt.getTime();
  const pauseMs = untilNextAttempt({ attempts: triesSinceBegun + 1, ageMs, retryAfterMs });
  if (pauseMs === undefined) return giveUp(givenUpReasons.noSuccess);
  return { nextTryAt: sql`now() + ${pauseMs} * interval '1 millisecond'` };
}

function giveUp(givenUpBecause: string) {
  return { state: 'given_up' as const, givenUpBecause };
}

/** Counts concurrent failures in several queues once. */
async function noteFailure(
  tx: Tx,
  { accountId, origin }: DeliveryQueue,
  { startedAt }: CallbackAttempt,
): Promise<void> {
  const never = sql`'-infinity'::timestamptz`;
  await tx
    .insert(callbackHosts)
    .values({ accountId, origin, failuresInARow: 0, pausedUntil: never, failedAt: never })
    .onConflictDoNothing();
  const ofHost = and(eq(callbackHosts.accountId, accountId), eq(callbackHosts.origin, origin));
  const [host] = await tx
    .select({ failuresInARow: callbackHosts.failuresInARow })
    .from(callbackHosts)
    .where(and(ofHost, sql`${callbackHosts.failedAt} < ${startedAt.toISOString()}::timestamptz`))
    .for('update');
  if (host === undefined) return;
  const failuresInARow = host.failuresInARow + 1;
  const pauseMs = failuresInARow < failuresBeforePause ? 0 : pauseAfter(failuresInARow);
  await tx
    .update(callbackHosts)
    .set({
      failuresInARow,
      failedAt: sql`now()`,
      pausedUntil: sql`now() + ${pauseMs} * interval '1 millisecond'`,
    })
    .where(ofHost);
}

async function noteAnswer(tx: Tx, queue: DeliveryQueue): Promise<void> {
  const { accountId, origin } = queue;
  const [back] = await tx
    .delete(callbackHosts)
    .where(and(eq(callbackHosts.accountId, accountId), eq(callbackHosts.origin, origin)))
    .returning({ origin: callbackHosts.origin });
  if (back === undefined) return;
  // The host's other queues needn't wait for the end of the pause.
  for (const sibling of queuesOfOrigin(queue))
    if (sibling.number !== queue.number) await scheduleNext(tx, sibling);
}
