import type postgres from 'postgres';
import { transcriptionKey } from '#lib/queue/queue-positions';
import { lockSpace } from '#lib/queue/workers';

/** Finds the process that currently transcribes a job, and its pool; undefined if none does. */
export async function findTranscriber(
  sql: postgres.Sql,
  jobId: string,
): Promise<{ pid: number; pool: string } | undefined> {
  const [row] = await sql<Array<{ name: string; pool: string }>>`
    select application_name as name, locked_by as pool
    from graphile_worker.jobs
    join pg_locks on locktype = 'advisory' and granted and classid = ${lockSpace}::int::oid
      and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
      and database = (select oid from pg_database where datname = current_database())
    join pg_stat_activity using (pid)
    where key = ${transcriptionKey(jobId)}`;
  return row === undefined ? undefined : { pid: Number(row.name.split(':').at(-1)), pool: row.pool };
}

/** Lists the processes of all workers that hold a pool. */
export async function listWorkers(sql: postgres.Sql): Promise<number[]> {
  const rows = await sql<Array<{ name: string }>>`
    select distinct application_name as name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = ${lockSpace}::int::oid
      and database = (select oid from pg_database where datname = current_database())`;
  return rows.map(({ name }) => Number(name.split(':').at(-1)));
}
