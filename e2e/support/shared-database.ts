import type { Connection } from '#lib/db/connect';
import { atEnd } from './at-end';
import { testDatabase } from './test-database';

let opened: Promise<Connection> | undefined;

/** Returns the database that the tests of this process use in turn. `close` empties it for the next one. */
export async function sharedDatabase(): Promise<Connection> {
  opened ??= open();
  const { db, sql } = await opened;
  return { db, sql, close: () => empty(sql) };
}

async function open(): Promise<Connection> {
  const connection = await testDatabase();
  atEnd(() => connection.close());
  return connection;
}

async function empty(sql: Connection['sql']): Promise<void> {
  await sql.unsafe(`
    do $$ declare full_table regclass; begin
      set local session_replication_role = replica;
      for full_table in select format('%I.%I', schemaname, tablename) from pg_tables
        where schemaname = 'public' or tablename in ('_private_jobs', '_private_job_queues')
      loop
        execute 'delete from ' || full_table;
      end loop;
    end $$`);
}
