import { createHash } from 'node:crypto';
import { and, count, eq, min, sql } from 'drizzle-orm';
import { callbackHosts, callbacks } from '#drizzle/schema/callbacks';
import type { Db, Tx } from '#lib/db/connect';
import { enqueue, lastPriority } from '#lib/queue/enqueue';

/*
 * Deliveries to one origin of one account share four delivery queues, so that a receiver that never answers holds four of the
 * worker's hands at most, however many callbacks wait for it. A delivery queue has one task at a time:
 * it runs when the queue's next delivery is due.
 */

const queuesPerOrigin = 4;

/** Which deliveries are made one after the other. */
export interface DeliveryQueue {
  accountId: string;
  /** Scheme, host and port. */
  origin: string;
  /** 0 to 3, the same for the same URL. */
  number: number;
}

/** The delivery queue of the account's callbacks to this URL. */
export function toDeliveryQueue({ accountId, url }: { accountId: string; url: string }): DeliveryQueue {
  const [byte = 0] = createHash('sha256').update(url).digest();
  return { accountId, origin: new URL(url).origin, number: byte % queuesPerOrigin };
}

/** All delivery queues to the same origin. */
export function queuesOfOrigin({ accountId, origin }: DeliveryQueue): DeliveryQueue[] {
  return Array.from({ length: queuesPerOrigin }, (_, number) => ({ accountId, origin, number }));
}

/** The callbacks of the queue that are still to be delivered. */
export function pendingIn({ accountId, origin, number }: DeliveryQueue) {
  return and(
    eq(callbacks.accountId, accountId),
    eq(callbacks.origin, origin),
    eq(callbacks.queueNumber, number),
    eq(callbacks.state, 'pending'),
  );
}

/** Until when the queue's host is left alone; undefined when it may be tried. */
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

/** Schedules the next delivery that is due, if any, in the transaction that changed what is due. */
export async function scheduleNext(tx: Tx, queue: DeliveryQueue): Promise<void> {
  const name = toName(queue);
  // Otherwise a task scheduled before another transaction's callback could replace the task for that one.
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

/** The longest name that the task queue takes for one of its queues. */
const maxNameLength = 128;

/** The name of a delivery queue in the task queue. A host's name alone may have 253 characters. */
function toName({ accountId, origin, number }: DeliveryQueue): string {
  const name = `callbacks ${accountId} ${origin} ${number}`;
  if (name.length <= maxNameLength) return name;
  return `callbacks ${createHash('sha256').update(name).digest('hex')}`;
}

/** Fairness between accounts: the more callbacks an account has waiting, the later comes its turn. */
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
