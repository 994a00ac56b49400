import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { enqueue } from '#lib/queue/enqueue';
import { renewPriorities } from '#lib/queue/renew-priorities';

test('the last jobs of a burst come before what their account submits after them, and keep their order', () =>
  withTestTransaction(async (db) => {
    const add = (key: string, accountId: string, priority: number) =>
      enqueue(db, 'transcribe-job', { jobId: key }, { key, accountId, priority });
    for (const [key, priority] of [
      ['a1', 950],
      ['a2', 951],
      ['a3', 952],
      ['a-running', 10],
    ] as const) {
      await add(key, 'a', priority);
    }
    await add('b1', 'b', 4);
    await add('b2', 'b', 9);
    await db.execute(sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where key = 'a-running'`);
    await renewPriorities(db);
    const rows = await db.execute<{ key: string; priority: number }>(
      sql`select key, priority from graphile_worker._private_jobs order by key`,
    );
    assert.deepEqual(
      rows.map(({ key, priority }) => [key, priority]),
      [
        ['a-running', 10],
        ['a1', 0],
        ['a2', 1],
        ['a3', 2],
        ['b1', 4],
        ['b2', 9],
      ],
    );
  }));
