import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { getJob } from '#lib/jobs/read/get-job';
import { renameJob } from '#lib/jobs/rename-job';

test('a job is given another name, cleaned as a file’s name is', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId);
    for (const [name, stored] of [
      ['  Interview with Ann ', 'Interview with Ann'],
      ['<b>\u202e🎤\u0007', '<b>🎤'],
      ['x'.repeat(300), 'x'.repeat(255)],
    ] as const) {
      assert.equal(await renameJob(db, { accountId, jobId, name }), stored);
      assert.equal((await getJob(db, { accountId, jobId })).name, stored);
    }
  }));

test('a name of which nothing is left is refused, and the name stays', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId, name: before } = await makeJob(db, accountId);
    for (const name of ['', '   ', '\u202e\n']) {
      await assert.rejects(renameJob(db, { accountId, jobId, name }), /Enter a name of 1 to 255 characters/);
    }
    assert.equal((await getJob(db, { accountId, jobId })).name, before);
  }));

test('another account’s job is not found and keeps its name', () =>
  withTestTransaction(async (db) => {
    const [mine, theirs] = [
      await makeAccount(db, { balanceCents: 100_00 }),
      await makeAccount(db, { balanceCents: 100_00 }),
    ];
    const { id: jobId, name: before } = await makeJob(db, theirs);
    await assert.rejects(renameJob(db, { accountId: mine, jobId, name: 'mine' }), {
      reason: { kind: 'job-not-found' },
    });
    assert.equal((await getJob(db, { accountId: theirs, jobId })).name, before);
  }));
