import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { addTasks, readTasks } from '#e2e/support/operator/add-tasks';
import { isRefusal } from '#e2e/support/is-refusal';
import { makeOperatorAccount } from '#e2e/support/operator/make-operator-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readOverview } from '#lib/operator/read-overview';
import { countTasks, dropTask, listTasks, runTaskNow } from '#lib/operator/tasks';

test('tasks are counted by kind and listed with their state and error, and not with what they are about', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const ids = await addTasks(db);
    const listed = await listTasks(db, { operatorId, limit: 10 });
    assert.deepEqual(
      listed.map(({ id, kind, state, attempts, canBeDropped }) => [id, kind, state, attempts, canBeDropped]),
      [
        [ids[0], 'send-mail', 'scheduled', 0, true],
        [ids[1], 'transcribe-job', 'waiting', 0, false],
        [ids[2], 'sweep', 'failing', 2, true],
      ],
    );
    assert.equal(listed[2]?.lastError?.length, 300);
    assert.doesNotMatch(JSON.stringify(listed), /secret/);
    const later = await listTasks(db, { operatorId, after: ids[1], limit: 10 });
    assert.deepEqual(
      later.map(({ id }) => id),
      [ids[2]],
    );
    assert.equal((await listTasks(db, { operatorId, kind: 'sweep', limit: 10 })).length, 1);
    const [, sweep, transcribe] = await countTasks(db, { operatorId });
    assert.equal(sweep?.counts.failing, 1);
    assert.equal(transcribe?.counts.waiting, 1);
    assert.ok(transcribe?.waitingSince);
    const { tasks, failedOfLateCount } = await readOverview(db, { operatorId });
    assert.deepEqual([tasks.length, failedOfLateCount], [3, 0]);
  }));

test('a task runs at once or is dropped, unless a job waits for it', () =>
  withTestTransaction(async (db) => {
    const operatorId = await makeOperatorAccount(db);
    const [mail = '', transcribe = '', sweep = ''] = await addTasks(db);
    assert.equal((await readTasks(db))[0]?.is_due, false);
    await db.execute(sql`
      update graphile_worker._private_jobs set attempts = max_attempts where id = ${mail}::bigint`);
    await runTaskNow(db, { operatorId, taskId: mail });
    assert.equal((await readTasks(db))[0]?.is_due, true);
    await assert.rejects(dropTask(db, { operatorId, taskId: transcribe }), isRefusal('invalid-parameters'));
    for (const taskId of [mail, sweep, '0']) await dropTask(db, { operatorId, taskId });
    assert.deepEqual(
      (await readTasks(db)).map(({ id }) => id),
      [transcribe],
    );
  }));
