import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { connect, type Connection } from '#lib/db/connect';
import { migrate } from '#lib/db/migrations/migrate';

/*
 * Databases for tests, on one PostgreSQL (TEST_DATABASE_URL) that the runner starts. Each is a copy of a template with
 * Longhand's tables, which takes a tenth of the time of the migrations.
 */

const template = 'longhand_template';

/** A test's own database. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates the template that `createDatabase` copies, with Longhand's tables. Called once for each PostgreSQL. */
export async function createTemplate(server: string): Promise<void> {
  await onServer(server, (sql) => sql`create database ${sql(template)}`);
  await migrate(toUrl(server, template));
}

/** Creates a database with Longhand's tables, empty, or without tables. */
export async function createDatabase(
  server = testServer(),
  { tables = 'ours' }: { tables?: 'ours' | 'none' } = {},
): Promise<TestDatabase> {
  const name = `longhand_${randomBytes(6).toString('hex')}`;
  await onServer(server, async (sql) => {
    if (tables === 'none') return void (await sql`create database ${sql(name)}`);
    const [made] = await sql`select from pg_database where datname = ${template}`;
    await (made === undefined
      ? sql`create database ${sql(name)}`
      : sql`create database ${sql(name)} template ${sql(template)}`);
    if (made === undefined) await migrate(toUrl(server, name));
  });
  return {
    url: toUrl(server, name),
    drop: async () => {
      await onServer(server, (sql) => sql`drop database ${sql(name)} with (force)`);
    },
  };
}

/** Creates a test's own database, and connects to it. `close` drops it. */
export async function testDatabase(server = testServer()): Promise<Connection> {
  const database = await createDatabase(server);
  const connection = connect(database.url, { max: 8 });
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await database.drop();
    },
  };
}

function testServer(): string {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`.');
  return server;
}

function toUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}
