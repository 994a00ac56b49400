import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import type { Db } from '#lib/db/connect';
import { lockSpace } from '#lib/queue/workers';

/** Returns the application_name of the connections that hold this process's locks. */
export function workerName(): string {
  return `longhand worker ${hostname()}:${process.pid}`.slice(0, 63);
}

/** Counts live worker processes: each holds a lock per task pool. */
export async function countWorkers(db: Db): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(distinct application_name)::int as count
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = ${lockSpace}::int::oid
      and database = (select oid from pg_database where datname = current_database())`);
  return row?.count ?? 0;
}
