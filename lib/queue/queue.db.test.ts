import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { pictureParts } from '#drizzle/schema/picture-parts';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { keysToRemove, listTasks } from '#e2e/support/read-rows';
import { testDatabase } from '#e2e/support/test-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { enqueue, lastPriority } from '#lib/queue/enqueue';
import { queuePositions, transcriptionKey } from '#lib/queue/queue-positions';
import { removePictureParts, removeFiles } from '#lib/queue/remove-files';

test('a task is there when the transaction that adds it commits, and only then', async () => {
  await withTestTransaction(async (db) => {
    const rolledBack = db.transaction(async (tx) => {
      await enqueue(tx, 'transcribe-job', { jobId: 'lost' });
      throw new Error('the caller failed');
    });
    await assert.rejects(rolledBack, /the caller failed/);
    await db.transaction((tx) => enqueue(tx, 'transcribe-job', { jobId: 'kept' }));
    const tasks = await listTasks(db, 'transcribe-job');
    assert.deepEqual(
      tasks.map(({ payload }) => payload),
      [{ jobId: 'kept' }],
    );
  });
});

test('of the tasks with the same key the latest remains, unless one is running already', async () => {
  await withTestTransaction(async (db) => {
    const add = (jobId: string, runAt: Date) =>
      enqueue(db, 'transcribe-job', { jobId }, { key: 'one', runAt, priority: 3 });
    const [first, second] = [new Date('2030-01-01'), new Date('2030-01-02')];
    await add('a', second);
    await add('b', first);
    assert.deepEqual(await listTasks(db, 'transcribe-job'), [
      { payload: { jobId: 'b' }, runAt: first, priority: 3 },
    ]);
    await hold(db, 'one');
    await add('c', second);
    const tasks = await listTasks(db, 'transcribe-job');
    assert.deepEqual(
      tasks.map(({ payload }) => payload.jobId),
      ['b', 'c'],
    );
  });
});

test('a connection that added and removed tasks while the queue was empty reads no other task for it later', async () => {
  const { db, sql: query, close } = await testDatabase();
  try {
    await query`vacuum analyze graphile_worker._private_jobs`;
    const read = await query.reserve();
    const addAndRemove = async (key: string) => {
      await read`select from graphile_worker.add_job('transcribe-job', job_key => ${key})`;
      await read`select from graphile_worker.remove_job(${key})`;
    };
    // From the sixth call, PostgreSQL keeps the plan.
    for (let call = 0; call < 10; call += 1) await addAndRemove('one');
    await db.execute(sql`
      insert into graphile_worker._private_jobs (task_id, key)
      select task_id, 'other ' || n from generate_series(1, 2000) as n,
        (select id as task_id from graphile_worker._private_tasks limit 1) as task`);
    await read`begin`;
    await addAndRemove('one');
    const [row] = await read`
      select seq_tup_read as tasks from pg_stat_xact_user_tables where relname = '_private_jobs'`;
    await read`rollback`;
    read.release();
    assert.deepEqual(row, { tasks: '0' });
  } finally {
    await close();
  }
});

/** A worker has taken the task with this key. */
async function hold(db: Db, key: string): Promise<void> {
  await db.execute(
    sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where key = ${key}`,
  );
}

test('a job’s place in line counts all that wait and come before it, and one that is worked on has none', async () => {
  await withTestTransaction(async (db) => {
    const add = (jobId: string, priority: number) =>
      enqueue(db, 'transcribe-job', { jobId }, { priority, key: transcriptionKey(jobId) });
    for (const [jobId, priority] of [
      ['late', 9],
      ['first', 1],
      ['second', 1],
      ['running', 0],
    ] as const) {
      await add(jobId, priority);
    }
    await enqueue(db, 'render-media', { jobId: 'other' }, { priority: -5 });
    await hold(db, transcriptionKey('running'));
    const positions = await queuePositions(db, ['late', 'second', 'running', 'unknown']);
    assert.deepEqual(Object.fromEntries(positions), { late: 3, second: 2 });
    assert.deepEqual(await queuePositions(db, []), new Map());
  });
});

test('all files of jobs are removed once the transaction commits, and of those without nothing', async () => {
  await withTestTransaction(async (db) => {
    const none = { mediaKey: null, renditionKey: null, pictureKey: null, peaksKey: null };
    await removeFiles(db, [
      { mediaKey: 'a', renditionKey: 'b', pictureKey: 'e', peaksKey: 'c' },
      { ...none, mediaKey: 'd' },
      none,
    ]);
    assert.deepEqual(await keysToRemove(db), ['a', 'b', 'c', 'd', 'e']);
  });
});

test('a priority beyond what the queue can hold comes last, and is no error', async () => {
  await withTestTransaction(async (db) => {
    await enqueue(db, 'transcribe-job', { jobId: 'late' }, { priority: 40_000 });
    const [task] = await listTasks(db, 'transcribe-job');
    assert.equal(task?.priority, lastPriority);
  });
});

test('the work on the pictures of more jobs than a statement has parameters is ended at once', async () => {
  await withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { id: 'film', words: 'x' });
    await db
      .insert(pictureParts)
      .values({ id: 'part', jobId: 'film', startSeconds: 0, frames: 1, partKey: 'stored' });
    await removePictureParts(db, ['film', ...Array.from({ length: 70_000 }, (_, n) => `job-${n}`)]);
    assert.deepEqual(await keysToRemove(db), ['stored']);
  });
});
