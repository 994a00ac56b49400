import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { connect, type Connection } from '#lib/db/connect';
import { migrate } from '#lib/db/migrate';

/** A database of a test's own, with our tables, on the server at `serverUrl`. `close` drops it. */
export async function testDatabase(serverUrl: string): Promise<Connection> {
  const name = `longhand_${randomBytes(6).toString('hex')}`;
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  await onServer(serverUrl, (sql) => sql`create database ${sql(name)}`);
  await migrate(url.href);
  const connection = connect(url.href, { max: 8 });
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await onServer(serverUrl, (sql) => sql`drop database ${sql(name)} with (force)`);
    },
  };
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
