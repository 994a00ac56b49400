import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { TestDatabase } from './test-database';

/** Copies a database that has no connections, which takes a tenth of the time of migrations. */
export async function copyDatabase(url: string): Promise<TestDatabase> {
  const name = `longhand_${randomBytes(6).toString('hex')}`;
  const server = new URL(url);
  const [copy, original] = [new URL(url), server.pathname.slice(1)];
  copy.pathname = `/${name}`;
  server.pathname = '/postgres';
  const administer = async (work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> => {
    const sql = postgres(server.href, { max: 1, onnotice: () => {} });
    await work(sql).finally(() => sql.end());
  };
  await administer((sql) => sql`create database ${sql(name)} template ${sql(original)}`);
  return {
    url: copy.href,
    drop: () => administer((sql) => sql`drop database ${sql(name)} with (force)`),
  };
}
