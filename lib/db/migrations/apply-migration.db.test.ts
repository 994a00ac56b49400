import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import postgres from 'postgres';
import { createDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import { applyMigration, TablesLocked, withoutConcurrency } from '#lib/db/migrations/apply-migration';
import type { KnownMigration } from '#lib/db/migrations/known-migrations';
import { migrate } from '#lib/db/migrations/migrate';

async function prepare(t: TestContext) {
  const database = await createDatabase();
  const { url } = database;
  const [sql, other] = [1, 2].map(() => postgres(url, { max: 1, onnotice: () => {} }));
  assert.ok(sql && other);
  t.after(async () => {
    await Promise.all([sql.end(), other.end()]);
    await database.drop();
  });
  const listApplied = async () =>
    (await sql`select hash from drizzle.__drizzle_migrations where hash like 'next%'`).map(
      (row) => row['hash'],
    );
  return { url, sql, other, listApplied };
}

/** The migration that comes after all that there are. */
function next(...statements: string[]): KnownMigration {
  return { tag: '9999_next', hash: 'next', madeAt: Date.now() * 2, statements };
}

test('a migration is applied once, with its note, or not at all', async (t) => {
  const { sql, listApplied } = await prepare(t);
  const fails = next('alter table jobs add column colour text', 'select 1 / 0');
  await assert.rejects(applyMigration(sql, fails), /division by zero/);
  assert.deepEqual(await listApplied(), []);
  const works = next('alter table jobs add column colour text');
  await applyMigration(sql, works);
  await applyMigration(sql, works);
  assert.deepEqual(await listApplied(), ['next']);
});

test('a migration that waits for a table lets others use it, and is applied once the table is free', async (t) => {
  const { url, sql, other, listApplied } = await prepare(t);
  const holder = await other.reserve();
  await holder`begin`;
  await holder`select from jobs`;
  let waits = 0;
  const applying = applyMigration(sql, next('alter table jobs add column colour text'), {
    lockTimeoutMs: 50,
    onWait: () => {
      waits += 1;
    },
  });
  await waitFor('the migration to wait', () => (waits > 0 ? true : undefined));
  const reader = postgres(url, { max: 1 });
  // A reader behind a migration that went on asking would wait for the holder.
  for (let n = 0; n < 5; n += 1) await reader`select from jobs`;
  await reader.end();
  await holder`commit`;
  holder.release();
  await applying;
  assert.equal(waits, 1);
  assert.deepEqual(await listApplied(), ['next']);
});

test('a migration gives up on a table that stays locked, and changes nothing', async (t) => {
  const { sql, other, listApplied } = await prepare(t);
  const holder = await other.reserve();
  await holder`begin`;
  await holder`select from jobs`;
  const migration = next(
    'alter table accounts add column colour text',
    'alter table jobs add column colour text',
  );
  await assert.rejects(applyMigration(sql, migration, { lockTimeoutMs: 10, maxWaitMs: 100 }), TablesLocked);
  await holder`select colour from jobs`.catch(() => {});
  await holder`rollback`;
  holder.release();
  assert.deepEqual(await listApplied(), []);
  const columns = await sql`select from information_schema.columns where column_name = 'colour'`;
  assert.equal(columns.length, 0);
});

test('indexes are built beside those who write, and what a failed attempt left is built anew', async (t) => {
  const { sql, other, listApplied } = await prepare(t);
  const [first, second] = ['jobs_colour_idx', 'jobs_shape_idx'];
  const migration = next(
    `CREATE INDEX CONCURRENTLY "${first}" ON "jobs" USING btree ("name")`,
    `CREATE UNIQUE INDEX CONCURRENTLY "${second}" ON "jobs" USING btree ("name")`,
  );
  await sql`insert into accounts (id, email) values ('ann', 'ann@longhand.example')`;
  const insert = (id: string, name: string) => other`
    insert into jobs (id, account_id, status, name, media_url, price_cents)
    values (${id}, 'ann', 'transcribed', ${name}, 'http://x.example/', 0)`;
  await insert('one', 'a');
  await insert('two', 'a');
  await assert.rejects(applyMigration(sql, migration), /could not create unique index/);
  assert.deepEqual(await listApplied(), []);
  await other`update jobs set name = 'b' where id = 'two'`;
  await applyMigration(sql, migration);
  await applyMigration(sql, migration);
  assert.deepEqual(await listApplied(), ['next']);
  const indexes = await sql`
    select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid
    where relname in (${first}, ${second}) order by 1`;
  assert.deepEqual(
    [...indexes],
    [
      { name: first, valid: true },
      { name: second, valid: true },
    ],
  );
  assert.equal(
    withoutConcurrency(migration.statements[1] ?? ''),
    `CREATE UNIQUE INDEX "${second}" ON "jobs" USING btree ("name")`,
  );
});

test('those who wait for their turn to migrate keep no index from being built', async (t) => {
  const { url, sql } = await prepare(t);
  await sql`select pg_advisory_lock(7204100)`;
  const others = [migrate(url), migrate(url)];
  await waitFor('two others', async () => {
    const [row] = await sql<Array<{ n: number }>>`
      select count(*)::int as n from pg_stat_activity
      where datname = current_database() and query like '%pg_try_advisory_lock%' and pid <> pg_backend_pid()`;
    return row?.n === 2 ? true : undefined;
  });
  await applyMigration(
    sql,
    next('CREATE INDEX CONCURRENTLY "jobs_colour_idx" ON "jobs" USING btree ("name")'),
  );
  await sql`delete from drizzle.__drizzle_migrations where hash = 'next'`;
  await sql`select pg_advisory_unlock(7204100)`;
  await Promise.all(others);
});
