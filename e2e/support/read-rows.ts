import { asc, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import type { Db } from '#lib/db/connect';
import type { TaskKind, TaskPayload } from '#lib/queue/task';

/** Reads the account's ledger, oldest entry first: each entry's kind and the cents it adds. */
export async function readLedger(db: Db, accountId: string): Promise<Array<[kind: string, cents: number]>> {
  const rows = await db
    .select({ kind: ledgerEntries.kind, cents: ledgerEntries.amountCents })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.accountId, accountId))
    .orderBy(asc(ledgerEntries.id));
  return rows.map(({ kind, cents }) => [kind, cents]);
}

/** Reads the account's ledger, oldest entry first, as `kind cents`. */
export async function ledgerLines(db: Db, accountId: string): Promise<string[]> {
  return (await readLedger(db, accountId)).map(([kind, cents]) => `${kind} ${cents}`);
}

/** Reads the account's available balance, in cents. */
export async function readCents(db: Db, accountId: string): Promise<number | undefined> {
  const [account] = await db
    .select({ cents: accounts.balanceCents })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return account?.cents;
}

/** A task as the queue stores it. */
export interface QueuedTask<Kind extends TaskKind> {
  payload: TaskPayload<Kind>;
  priority: number;
  runAt: Date;
}

/** Lists the queued tasks of this kind, in the order in which they were enqueued. */
export async function listTasks<Kind extends TaskKind>(db: Db, kind: Kind): Promise<Array<QueuedTask<Kind>>> {
  const rows = await db.execute<{ payload: TaskPayload<Kind>; priority: number; run_at: string }>(sql`
    select payload, priority, run_at
    from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = ${kind}
    order by job.id`);
  return rows.map(({ payload, priority, run_at: runAt }) => ({ payload, priority, runAt: new Date(runAt) }));
}

/** Lists the payloads of this kind's tasks, in the order in which they were enqueued. */
export async function listPayloads<Kind extends TaskKind>(
  db: Db,
  kind: Kind,
): Promise<Array<TaskPayload<Kind>>> {
  return (await listTasks(db, kind)).map(({ payload }) => payload);
}

/** Lists the storage keys that queued tasks are to remove, sorted. */
export async function keysToRemove(db: Db): Promise<string[]> {
  const tasks = await listTasks(db, 'remove-media');
  return tasks.map(({ payload }) => payload.mediaKey).toSorted();
}

/** Lists the ids of all jobs of the account, in their order. */
export async function listJobIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.accountId, accountId));
  return rows.map(({ id }) => id).toSorted();
}
