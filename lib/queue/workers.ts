import type postgres from 'postgres';
import { applicationName, type Db } from '#lib/db/connect';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { isLockTimeout } from '#lib/db/migrations/apply-migration';

/*
 * A worker's death must be noticed at once, but the queue itself waits four hours. So each worker holds an advisory
 * lock named after its pool (the queue's locked_by) on its own connection, which the server drops the moment the
 * process dies. Tasks of pools without a lock are freed.
 */

/** The first key of workers' advisory locks. */
export const lockSpace = 7_204;

/** Holds the pool's lock on this connection until it closes. `sql` must be a single connection. */
export async function holdPoolLock(sql: postgres.Sql, poolId: string): Promise<void> {
  await sql`select pg_advisory_lock(${lockSpace}::int, hashtext(${poolId}))`;
}

/** Frees the tasks of all dead pools, and returns these pools' ids. Cheap enough to run every second. */
export async function freeDeadWorkers(sql: postgres.Sql): Promise<string[]> {
  // A pool takes its first task and its lock at about the same time, so it has a second for both.
  const dead = await sql<Array<{ id: string }>>`
    select distinct locked_by as id from graphile_worker.jobs
    where locked_at < now() - interval '1 second' and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted and classid = ${lockSpace}::int::oid
        and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
        and database = (select oid from pg_database where datname = current_database()))`;
  const ids = dead.map((pool) => pool.id);
  if (ids.length > 0) await unlockTasks(sql, ids);
  return ids;
}

/** Renews the pools' locks on their tasks: the queue frees those locked for four hours. */
export async function renewTaskLocks(sql: postgres.Sql, poolIds: string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = now()
    where locked_by = any(${poolIds}) and locked_at < now() - interval '30 minutes'`;
}

/** Returns the pools' tasks to the queue when a worker shuts down, as if they had not begun. */
export async function giveTasksBack(sql: postgres.Sql, poolIds: string[]): Promise<void> {
  await unlockTasks(sql, poolIds);
}

/**
 * Frees the pools' tasks and notifies workers, as the queue does for added ones. Deletes those enqueued again or
 * canceled while running: without key and attempts, they would never run and never be deleted.
 */
async function unlockTasks(sql: postgres.Sql, poolIds: string[]): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(${poolIds}), pg_notify('jobs:insert', json_build_object('count', (
      select count(*) from graphile_worker._private_jobs where locked_by = any(${poolIds})))::text)`;
  await sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and key is null and attempts >= max_attempts`;
}

/** Far longer than a busy machine delays a worker's every-second query. */
const maxSilenceSeconds = 10;

/** Silent connections by PID, each with its last activity. */
export type SilentConnections = ReadonlyMap<number, string>;

/**
 * Closes connections of unresponsive processes: one that is stopped or without network keeps its connections, and with
 * them its tasks and row locks. These are connections that hold a pool's lock or are in a transaction, and wait for
 * nothing but the database. Closes only those silent since the `earlier` check, because after a pause of the whole
 * machine all seem silent at first. Returns those of this check.
 */
export async function cutSilentWorkers(
  sql: postgres.Sql,
  earlier: SilentConnections,
  { silenceSeconds = maxSilenceSeconds }: { silenceSeconds?: number } = {},
): Promise<{ silent: SilentConnections; cut: string[] }> {
  const rows = await sql<Array<{ pid: number; since: string; name: string }>>`
    select pid, state_change::text as since, application_name as name from pg_stat_activity
    where datname = current_database()
      and state_change <= clock_timestamp() - make_interval(secs => ${silenceSeconds})
      and (application_name = ${applicationName} and state like 'idle in transaction%'
        or state = 'idle' and pid in (
          select pid from pg_locks
          where locktype = 'advisory' and granted and classid = ${lockSpace}::int::oid
            and database = (select oid from pg_database where datname = current_database())))`;
  const gone = rows.filter(({ pid, since }) => earlier.get(pid) === since);
  if (gone.length > 0) {
    await sql`select pg_terminate_backend(pid) from unnest(${gone.map(({ pid }) => pid)}::int[]) as gone (pid)`;
  }
  return {
    silent: new Map(rows.map(({ pid, since }) => [pid, since])),
    cut: gone.map(({ name }) => name),
  };
}

/** Adding a task to a queue waits behind each lock attempt. */
const lockTimeoutMs = 100;
const pauseMs = 500;

/** Deletes unused queue names. Returns false if the table stayed locked; call it again. */
export async function cleanUpQueue(db: Db, { maxAttempts = 20 } = {}): Promise<boolean> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    if (await tryCleanUp(db)) return true;
    if (attempt < maxAttempts) await sleep(pauseMs);
  }
  return false;
}

async function tryCleanUp(db: Db): Promise<boolean> {
  try {
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`);
      // A concurrent, uncommitted transaction may have added a task to a queue; without that queue, it would never run.
      await tx.execute(sql`lock table graphile_worker._private_job_queues in share row exclusive mode`);
      await tx.execute(sql`
        delete from graphile_worker._private_job_queues as queues
        where locked_at is null
          and not exists (select from graphile_worker._private_jobs where job_queue_id = queues.id)`);
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
