import { and, eq, sql } from 'drizzle-orm';
import { callbackHosts, callbacks, callbackTries } from '#drizzle/schema/callbacks';
import { lanesBeside, setAlarm, type Lane } from '#lib/callbacks/lane';
import { pauseAfter, untilNextTry } from '#lib/callbacks/schedule';
import type { Try } from '#lib/callbacks/send-callback';
import type { Db, Tx } from '#lib/db/connect';

/** A callback as the database keeps it. */
export type Callback = typeof callbacks.$inferSelect;

/** A host that failed this often in a row is left alone for a while, the callbacks that are new to it included. */
const failuresBeforePause = 3;

/** Answers of a gateway whose service is not there: the host itself was not reached. */
const unreached = new Set([502, 503, 504]);

/** Keeps what came of a try, and sets when the callback, and its host, are tried next. */
export async function recordTry(
  db: Db,
  { callback, lane, made }: { callback: Callback; lane: Lane; made: Try },
) {
  await db.transaction(async (tx) => {
    // The job may have been deleted meanwhile, and its callback with it.
    if (await isThere(tx, callback)) {
      const { startedAt, durationMs, status, reason, answer } = made;
      const callbackId = callback.id;
      await tx.insert(callbackTries).values({ callbackId, startedAt, durationMs, status, reason, answer });
      // Asked for again while it was under way: this try says nothing of the new round.
      await tx
        .update(callbacks)
        .set({ ...outcomeOf(callback, made), triesSinceBegun: callback.triesSinceBegun + 1 })
        .where(and(eq(callbacks.id, callback.id), eq(callbacks.round, callback.round)));
    }
    if (made.status === undefined || unreached.has(made.status)) await noteFailure(tx, lane, made);
    else await noteAnswer(tx, lane);
    await setAlarm(tx, lane);
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

function outcomeOf({ begunAt, triesSinceBegun }: Callback, { startedAt, status, retryAfterMs }: Try) {
  if (status !== undefined && status >= 200 && status < 300) return { state: 'delivered' as const };
  if (status === 410) return givenUp('The receiver answered 410 Gone.');
  const ageMs = startedAt.getTime() - begunAt.getTime();
  const pauseMs = untilNextTry({ tries: triesSinceBegun + 1, ageMs, retryAfterMs });
  if (pauseMs === undefined) return givenUp('No try succeeded within 24 hours.');
  return { nextTryAt: sql`now() + ${pauseMs} * interval '1 millisecond'` };
}

function givenUp(givenUpBecause: string) {
  return { state: 'given_up' as const, givenUpBecause };
}

/** Failures at the same time, in several lanes, count once. */
async function noteFailure(tx: Tx, { accountId, origin }: Lane, { startedAt }: Try): Promise<void> {
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

async function noteAnswer(tx: Tx, lane: Lane): Promise<void> {
  const { accountId, origin } = lane;
  const [back] = await tx
    .delete(callbackHosts)
    .where(and(eq(callbackHosts.accountId, accountId), eq(callbackHosts.origin, origin)))
    .returning({ origin: callbackHosts.origin });
  if (back === undefined) return;
  // What waited for the host need not wait for the end of its pause.
  for (const beside of lanesBeside(lane)) if (beside.number !== lane.number) await setAlarm(tx, beside);
}
