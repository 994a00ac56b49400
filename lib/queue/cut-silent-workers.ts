import type postgres from 'postgres';
import { applicationName } from '#lib/db/connect';
import { lockSpace } from '#lib/queue/free-dead-workers';

/** Far longer than a busy machine delays what a worker asks every second. */
const maxSilenceSeconds = 10;

/** Connections that were silent, each with when it last spoke. */
export type SilentConnections = ReadonlyMap<number, string>;

/**
 * Closes the connections of processes that say nothing any more: one that is stopped, or whose network is gone, keeps its
 * connections, and with them its tasks and the rows that it has locked. These are the connections that hold a pool's lock, and
 * those in a transaction, none of which waits for anything but the database. Only what was silent in the `earlier` look, and
 * still is: after a pause of the whole machine all seem silent at first. Returns those of this look.
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
