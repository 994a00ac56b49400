import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { countPendingMigrations } from '#lib/db/migrations/count-pending-migrations';

test('a database that is up to date lacks no migration, and one that is older lacks those since', () =>
  withTestTransaction(async (db) => {
    assert.equal(await countPendingMigrations(db), 0);
    const latest = sql`select max(created_at) from drizzle.__drizzle_migrations`;
    await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = (${latest})`);
    assert.equal(await countPendingMigrations(db), 1);
    await db.execute(sql`delete from drizzle.__drizzle_migrations where created_at = (${latest})`);
    assert.equal(await countPendingMigrations(db), 2);
  }));

test('a database of a later version lacks nothing', () =>
  withTestTransaction(async (db) => {
    await db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${Date.now()}::bigint * 2)`,
    );
    assert.equal(await countPendingMigrations(db), 0);
  }));
