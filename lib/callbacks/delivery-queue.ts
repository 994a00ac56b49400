import { createHash } from 'node:crypto';
import { and, count, eq, min, sql } from 'drizzle-orm';
import { callbackHosts, callbacks } from '#drizzle/schema/callbacks';
import type { Db, Tx } from '#lib/db/connect';
import { enqueue, lastPriority } from '#lib/queue/enqueue';

/*
 * An account's deliveries to one origin share four delivery queues, so that a receiver that never responds occupies at
 * most four of the worker's slots. A delivery queue has one task at a time, which runs when its next delivery is due.
 */

const queuesPerOrigin = 4;

/** Deliveries that are made one after the other. */
export interface DeliveryQueue {
  accountId: string;
  /** Scheme, host and port. */
  origin: string;
  /** 0 to 3, the same for equal URLs. */
  number: number;
}

/** Returns the delivery queue of the account's callbacks to this URL. */
export function toDeliveryQueue({ accountId, url }: { accountId: string; url: string }): DeliveryQueue {
  const [byte = 0] = createHash('sha256').update(url).digest();
  return { accountId, origin: new URL(url).origin, number: byte % queuesPerOrigin };
}

/** Returns all delivery queues to the same origin. */
export function queuesOfOrigin({ accountId, origin }: DeliveryQueue): DeliveryQueue[] {
  return Array.from({ length: queuesPerOrigin }, (_, number) => ({ accountId, origin, number }));
}

/** Matches the queue's pending callbacks. */
export function pendingIn({ accountId, origin, number }: DeliveryQueue) {
  return and(
    eq(callbacks.accountId, accountId),
    eq(callbacks.origin, origin),
    eq(callbacks.queueNumber, number),
    eq(callbacks.state, 'pending'),
  );
}

/** Returns until when deliveries to the queue's host are paused; undefined if they aren't. */
export async function pausedUntil(
  db: Db | Tx,
  { accountId, origin }: DeliveryQueue,
): Promise<Date | undefined> {
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

/** Schedules the queue's next delivery, if any, in the transaction that changed the pending callbacks. */
export async function scheduleNext(tx: Tx, queue: DeliveryQueue): Promise<void> {
  const name = toName(queue);
  // Without the lock, a task scheduled before another transaction's callback could replace that one's task.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
  const [next] = await tx
    .select({ at: min(callbacks.nextTryAt) })
    .from(callbacks)
    .where(pendingIn(queue));
  if (!next?.at) return;
  const paused = await pausedUntil(tx, queue);
  const runAt = paused && paused > next.at ? paused : next.at;
  const priority = await countPending(tx, queue.accountId);
  await enqueue(tx, 'deliver-callbacks', queue, { runAt, priority, queue: name, key: name });
}

/** Maximum length of a queue name in the task queue. */
const maxNameLength = 128;

/** Returns the name of a delivery queue in the task queue. A host's name alone may have 253 characters. */
function toName({ accountId, origin, number }: DeliveryQueue): string {
  const name = `callbacks ${accountId} ${origin} ${number}`;
  if (name.length <= maxNameLength) return name;
  return `callbacks ${createHash('sha256').update(name).digest('hex')}`;
}

/** For fairness, an account's priority falls with its number of pending callbacks. */
async function countPending(tx: Tx, accountId: string): Promise<number> {
  const pending = tx
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(and(eq(callbacks.accountId, accountId), eq(callbacks.state, 'pending')))
    .limit(lastPriority)
    .as('pending');
  const [row] = await tx.select({ n: count() }).from(pending);
  return row?.n ?? 0;
}
