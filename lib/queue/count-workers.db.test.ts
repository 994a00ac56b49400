import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { createDatabase } from '#e2e/support/test-database';
import { connect } from '#lib/db/connect';
import { countWorkers } from '#lib/queue/count-workers';
import { holdPoolLock } from '#lib/queue/workers';

test('a worker counts once for all its pools, for as long as it lives', async () => {
  const own = await createDatabase();
  const { db, close } = connect(own.url, { max: 1 });
  const hold = async (worker: string, pool: string) => {
    const sql = postgres(own.url, { max: 1, connection: { application_name: worker } });
    await holdPoolLock(sql, pool);
    return sql;
  };
  const held: postgres.Sql[] = [];
  try {
    assert.equal(await countWorkers(db), 0);
    held.push(await hold('worker 1', 'a'), await hold('worker 1', 'b'), await hold('worker 2', 'c'));
    assert.equal(await countWorkers(db), 2);
  } finally {
    await Promise.all(held.map((sql) => sql.end()));
    await close();
    await own.drop();
  }
});
