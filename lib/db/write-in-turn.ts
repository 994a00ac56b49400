import { sql } from 'drizzle-orm';
import type { Db, Tx } from '#lib/db/connect';
import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { Refusal } from '#lib/refusal';
import { perProcess } from '#lib/per-process';

/** Half of a web server's connections, so that writers never use all. */
const slots = 5;
const maxWaitMs = 15_000;
/** Limit per transcript. */
const maxWaiting = 50;
const retryAfterSeconds = 5;

interface Queues {
  /** Turns to write a transcript, which need no connection. */
  turns: FairQueue;
  /** Turns to use a connection, one per account at a time, so that no account delays another. */
  connections: FairQueue;
}

const queues = (): Queues =>
  perProcess('longhandWriters', () => ({
    turns: createFairQueue({ slots: Infinity, maxWaitMs, maxWaiting }),
    connections: createFairQueue({ slots, maxWaitMs }),
  }));

interface Written {
  accountId: string;
  jobId: string;
}

/**
 * Runs a transaction that writes a transcript. Other writers of it in this process wait for their turn without a
 * database connection, so that any number of them leaves connections for readers. Refuses `service-unavailable` if the
 * turn takes too long, too many wait, or another process keeps the transcript locked.
 */
export async function writeInTurn<Result>(
  db: Db,
  written: Written,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return takeTurn(written, () => writeNow(db, written, work));
}

/** Runs work while no other in this process writes the transcript. Refuses like `writeInTurn`. */
export async function takeTurn<Result>({ jobId }: Written, work: () => Promise<Result>): Promise<Result> {
  return refuseBusy(queues().turns.run(jobId, work));
}

/** Like `writeInTurn`, for work that has its turn already. */
export async function writeNow<Result>(
  db: Db,
  { accountId }: Written,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const write = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local lock_timeout = '5s'`);
      return work(tx);
    });
  return refuseBusy(queues().connections.run(accountId, write));
}

async function refuseBusy<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (!(error instanceof QueueBusy)) throw error;
    throw new Refusal({ kind: 'service-unavailable', retryAfterSeconds }, { cause: error });
  });
}
