import type postgres from 'postgres';

/*
 * A worker's death must be noticed at once, and the queue itself waits four hours. So each worker holds an
 * advisory lock named after its pool (what the queue writes into locked_by) on a connection of its own: the server
 * drops it the moment the process dies. Tasks whose pool nobody holds are freed.
 */

/** The first key of the advisory locks that workers hold. */
export const lockSpace = 7_204;

/** Holds the pool's lock on this connection until it closes. `sql` must be a single connection. */
export async function holdPoolLock(sql: postgres.Sql, poolId: string): Promise<void> {
  await sql`select pg_advisory_lock(${lockSpace}::int, hashtext(${poolId}))`;
}

/** Frees the tasks of every pool that has died, and returns those pools' ids. Cheap enough for every second. */
export async function freeDeadWorkers(sql: postgres.Sql): Promise<string[]> {
  // A pool takes its first task and its lock at the same moment: one second is its time to get both.
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

/** Renews the pools' hold on their tasks: the queue frees on its own what has been locked for four hours. */
export async function renewTaskLocks(sql: postgres.Sql, poolIds: string[]): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set locked_at = now()
    where locked_by = any(${poolIds}) and locked_at < now() - interval '30 minutes'`;
}

/** Gives the pools' tasks back as if they had not begun: what a worker does before it leaves. */
export async function giveTasksBack(sql: postgres.Sql, poolIds: string[]): Promise<void> {
  await unlockTasks(sql, poolIds);
}

/**
 * Frees the pools' tasks and announces them, as the queue does with those that are added. One whose key was enqueued again, or that
 * was canceled, while it ran would stay forever and never run: the queue has taken its key and its attempts.
 */
async function unlockTasks(sql: postgres.Sql, poolIds: string[]): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(${poolIds}), pg_notify('jobs:insert', json_build_object('count', (
      select count(*) from graphile_worker._private_jobs where locked_by = any(${poolIds})))::text)`;
  await sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and key is null and attempts >= max_attempts`;
}
