import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callbacks } from '#drizzle/schema/callbacks';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readCallbackStates } from '#lib/callbacks/read-callback-states';

test('each job’s callback has its state, and those of other accounts are not told', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const other = await makeAccount(db);
    for (const [id, owner, state] of [
      ['a', accountId, 'pending'],
      ['b', accountId, 'delivered'],
      ['c', other, 'given_up'],
    ] as const) {
      await makeJob(db, owner, { id, mode: 'test', status: 'failed' });
      await db.insert(callbacks).values({
        id,
        jobId: id,
        accountId: owner,
        url: 'https://a.example/',
        origin: 'https://a.example',
        queueNumber: 0,
        state,
      });
    }
    await makeJob(db, accountId, { id: 'd', mode: 'test' });
    const states = await readCallbackStates(db, { accountId, jobIds: ['a', 'b', 'c', 'd'] });
    assert.deepEqual(Object.fromEntries(states), { a: 'pending', b: 'delivered' });
    assert.equal((await readCallbackStates(db, { accountId, jobIds: [] })).size, 0);
  }));
