import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { enqueue, removeTask } from '#lib/queue/enqueue';
import { maxRetrySeconds, shortenRetries } from '#lib/queue/shorten-retries';

test('what failed is tried again within minutes, and what is due later keeps its time', () =>
  withTestTransaction(async (db) => {
    const tomorrow = new Date(Date.now() + 24 * 3600_000);
    for (const key of ['failed', 'soon', 'running', 'scheduled']) {
      await enqueue(db, 'sweep', {}, { key, runAt: tomorrow });
    }
    const change = (key: string, values: ReturnType<typeof sql>) =>
      db.execute(sql`update graphile_worker._private_jobs set ${values} where key = ${key}`);
    await change('failed', sql`last_error = 'x', attempts = 9`);
    await change('soon', sql`last_error = 'x', attempts = 1, run_at = now() + interval '7 seconds'`);
    await change('running', sql`last_error = 'x', attempts = 2, locked_at = now(), locked_by = 'worker'`);
    await shortenRetries(db);
    const rows = await db.execute<{ key: string; seconds: number }>(sql`
      select key, extract(epoch from run_at - now())::int as seconds from graphile_worker._private_jobs order by key`);
    const day = rows.find(({ key }) => key === 'scheduled')?.seconds ?? 0;
    assert.ok(day > 20 * 3600);
    assert.deepEqual(
      rows.map(({ key, seconds }) => [key, seconds]),
      [
        ['failed', maxRetrySeconds],
        ['running', day],
        ['scheduled', day],
        ['soon', 7],
      ],
    );
  }));

test('however often a task has failed it is tried again, unless it was replaced or canceled while it ran', () =>
  withTestTransaction(async (db) => {
    for (const key of ['spent', 'young', 'replaced', 'canceled']) await enqueue(db, 'sweep', {}, { key });
    await db.execute(sql`
      update graphile_worker._private_jobs set last_error = 'x', locked_by = 'worker', locked_at = now(),
        attempts = case key when 'spent' then max_attempts else 3 end`);
    await enqueue(db, 'sweep', {}, { key: 'replaced' });
    await removeTask(db, 'canceled');
    const list = async () => {
      await shortenRetries(db);
      const rows = await db.execute<{ key: string; attempts: number; available: boolean }>(sql`
        select key, attempts, is_available as available from graphile_worker._private_jobs order by key, attempts`);
      return rows.map(({ key, attempts, available }) => [key, attempts, available]);
    };
    // Those that still run end on their own.
    assert.equal((await list()).length, 5);
    await db.execute(sql`update graphile_worker._private_jobs set locked_by = null, locked_at = null`);
    assert.deepEqual(await list(), [
      ['replaced', 0, true],
      ['spent', 20, true],
      ['young', 3, true],
    ]);
  }));
