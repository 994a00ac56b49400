import { createHash } from 'node:crypto';
import { and, count, eq, min, sql } from 'drizzle-orm';
import { callbackHosts, callbacks } from '#drizzle/schema/callbacks';
import type { Db, Tx } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';

/*
 * Deliveries to one origin of one account share four lanes, so that a receiver that never answers holds four of the
 * worker's hands at most, however many callbacks wait for it. A lane has one task in the queue at a time, its alarm:
 * it is set to the moment at which the lane's next delivery is due.
 */

const lanesOfOrigin = 4;

/** Which deliveries are made one after the other. */
export interface Lane {
  accountId: string;
  /** Scheme, host and port. */
  origin: string;
  /** 0 to 3, the same for the same URL. */
  number: number;
}

/** The lane of the account's callbacks to this URL. */
export function laneOf({ accountId, url }: { accountId: string; url: string }): Lane {
  const [byte = 0] = createHash('sha256').update(url).digest();
  return { accountId, origin: new URL(url).origin, number: byte % lanesOfOrigin };
}

/** All lanes to the same origin. */
export function lanesBeside({ accountId, origin }: Lane): Lane[] {
  return Array.from({ length: lanesOfOrigin }, (_, number) => ({ accountId, origin, number }));
}

/** The callbacks of the lane that are still to be delivered. */
export function pendingIn({ accountId, origin, number }: Lane) {
  return and(
    eq(callbacks.accountId, accountId),
    eq(callbacks.origin, origin),
    eq(callbacks.lane, number),
    eq(callbacks.state, 'pending'),
  );
}

/** Until when the lane's host is left alone; undefined when it may be tried. */
export async function pausedUntil(db: Db | Tx, { accountId, origin }: Lane): Promise<Date | undefined> {
  const [host] = await db
    .select({ until: callbackHosts.pausedUntil })
    .from(callbackHosts)
    .where(
      and(
        eq(callbackHosts.accountId, accountId),
        eq(callbackHosts.origin, origin),
        sql`${callbackHosts.pausedUntil} > now()`,
      ),
    );
  return host?.until;
}

/**
 * Sets the lane's alarm to the moment when its next delivery is due, if there is one. To be called in the
 * transaction that changed what is due.
 */
export async function setAlarm(tx: Tx, lane: Lane): Promise<void> {
  const name = `callbacks ${lane.accountId} ${lane.origin} ${lane.number}`;
  // Otherwise an alarm counted before another transaction's callback could replace the alarm for that one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [next] = await tx
    .select({ at: min(callbacks.nextTryAt) })
    .from(callbacks)
    .where(pendingIn(lane));
  if (!next?.at) return;
  const paused = await pausedUntil(tx, lane);
  const runAt = paused && paused > next.at ? paused : next.at;
  const priority = await countPending(tx, lane.accountId);
  await enqueue(tx, 'deliver-callbacks', lane, { runAt, priority, queue: name, key: name });
}

/** Fairness between accounts: the more callbacks an account has waiting, the later comes its turn. */
async function countPending(tx: Tx, accountId: string): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(callbacks)
    .where(and(eq(callbacks.accountId, accountId), eq(callbacks.state, 'pending')));
  return row?.n ?? 0;
}
