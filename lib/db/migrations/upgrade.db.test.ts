import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { copyDatabase } from '#e2e/support/copy-database';
import { earlierRows, makeEarlierTables } from '#e2e/support/earlier-database';
import { memoryStorage } from '#e2e/support/memory-storage';
import { createDatabase } from '#e2e/support/test-database';
import { connect } from '#lib/db/connect';
import { readKnownMigrations } from '#lib/db/migrations/known-migrations';
import { migrate, migrateQueue } from '#lib/db/migrations/migrate';
import { exportAccount } from '#lib/exports/export-account';
import { readTranscript } from '#lib/revisions/read-transcript';
import { findJobs } from '#lib/search/find-jobs';

/* An upgrade from each schema that there ever was, with rows in all tables that it had. */

// Only with --all: backups and upgrades.

const known = readKnownMigrations();
const fresh = await readFreshSchema();
/** From version to version. What is upgraded are copies of it. */
const earlier = await createDatabase(undefined, { tables: 'none' });
await migrateQueue(earlier.url);
after(() => earlier.drop());

async function readFreshSchema(): Promise<unknown> {
  const database = await createDatabase();
  const sql = postgres(database.url, { max: 1 });
  const schema = await readSchema(sql);
  await sql.end();
  await database.drop();
  return schema;
}

/** Brings `earlier` to this version and gives its rows. */
async function makeEarlier(tag: string): Promise<Record<string, Row[]>> {
  const sql = postgres(earlier.url, { max: 1, onnotice: () => {} });
  await makeEarlierTables(sql, tag, { rows: true });
  const rows = await readRows(sql);
  await sql.end();
  return rows;
}

for (const { tag } of known) {
  test(`from ${tag}: no row is lost, and all is read as before`, async (t) => {
    const old = await makeEarlier(tag);
    const empty = Object.entries(old).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []));
    assert.deepEqual(empty, [], 'tables without a row in e2e/support/earlier-database.ts');

    const copy = await copyDatabase(earlier.url);
    t.after(() => copy.drop());
    const { url } = copy;
    await migrate(url);
    const sql = postgres(url, { max: 1 });
    assert.deepEqual(await readSchema(sql), fresh);
    const now = await readRows(sql);
    for (const [table, rows] of Object.entries(old)) {
      const kept = now[table]?.map((row, i) => pick(row, Object.keys(rows[i] ?? {})));
      assert.deepEqual(kept, rows.map(asChanged), table);
    }
    await readByVerbs(url, { isEdited: Number(tag.slice(0, 4)) >= 1 });
    await sql.end();
  });
}

test('what a first start left half made is completed, and only a database with an account is saved before', async (t) => {
  for (const rows of [false, true]) {
    const database = await createDatabase(undefined, { tables: 'none' });
    t.after(() => database.drop());
    const sql = postgres(database.url, { max: 1, onnotice: () => {} });
    t.after(() => sql.end());
    await makeEarlierTables(sql, '0008_job-notices', { rows });
    const upgrades: string[] = [];
    await migrate(database.url, { beforeUpgrade: async ({ from }) => void upgrades.push(from) });
    assert.deepEqual(upgrades, rows ? ['0008_job-notices'] : []);
    assert.deepEqual(await readSchema(sql), fresh);
  }
});

test('all rows belong to a migration that there is', () => {
  const tags = new Set(known.map(({ tag }) => tag));
  assert.deepEqual(
    Object.keys(earlierRows).filter((tag) => !tags.has(tag)),
    [],
  );
});

/** What a row has become: 0001 named the monologues. */
function asChanged(row: Row): Row {
  return typeof row['monologue'] === 'number' ? { ...row, monologue: `m${row['monologue']}` } : row;
}

type Row = Record<string, unknown>;

const pick = (row: Row, columns: string[]) => Object.fromEntries(columns.map((name) => [name, row[name]]));

async function readByVerbs(url: string, { isEdited }: { isEdited: boolean }): Promise<void> {
  const { db, close } = connect(url, { max: 2 });
  try {
    const { jobs } = await findJobs(db, { accountId: 'ann', limit: 10, sort: 'newest', search: 'morning' });
    assert.deepEqual(
      jobs.map(({ job, passage }) => [job.id, passage?.match]),
      [['done', 'morning']],
    );
    const { monologues } = await readTranscript(db, { jobId: 'done', accountId: 'ann' }, 'latest');
    const text = JSON.stringify(monologues);
    assert.match(text, isEdited ? /Good.*morning/ : /good.*morning/);
    const archive = await new Response(
      exportAccount(db, { accountId: 'ann', storage: memoryStorage() }),
    ).arrayBuffer();
    for (const name of ['Interview', 'Noise', 'Talk']) {
      assert.ok(Buffer.from(archive).includes(name), name);
    }
  } finally {
    await close();
  }
}

async function readRows(sql: postgres.Sql): Promise<Record<string, Row[]>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const found: Record<string, Row[]> = {};
  for (const { name } of tables) {
    const rows = await sql<
      { row: Row }[]
    >`select to_jsonb(t) as row from ${sql(name)} as t order by to_jsonb(t) ->> 'id'`;
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

/** Columns, constraints and indexes as PostgreSQL writes them. */
async function readSchema(sql: postgres.Sql): Promise<unknown> {
  return Promise.all([
    sql`select table_name, column_name, data_type, is_nullable, column_default, generation_expression
      from information_schema.columns where table_schema = 'public' order by 1, 2`,
    sql`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition, convalidated
      from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
    sql`select indexdef from pg_indexes where schemaname = 'public' order by 1`,
    sql`select typname, enumlabel from pg_enum join pg_type on pg_type.oid = enumtypid order by 1, 2`,
  ]).then((parts) => parts.map((rows) => [...rows]));
}
