import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { enqueue } from '#lib/queue/enqueue';
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

test('however often a task has failed it is tried again, unless a later one has replaced it', () =>
  withTestTransaction(async (db) => {
    for (const key of ['spent', 'young', 'replaced']) await enqueue(db, 'sweep', {}, { key });
    await db.execute(sql`
      update graphile_worker._private_jobs
      set last_error = 'x', attempts = case key when 'young' then 3 else max_attempts end,
        key = nullif(key, 'replaced')`);
    await shortenRetries(db);
    const rows = await db.execute<{ key: string; attempts: number; available: boolean }>(sql`
      select key, attempts, is_available as available from graphile_worker._private_jobs order by key`);
    assert.deepEqual(
      rows.map(({ key, attempts, available }) => [key, attempts, available]),
      [
        ['spent', 20, true],
        ['young', 3, true],
        [null, 1000, false],
      ],
    );
  }));
