import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { sweepScratch } from '#lib/worker/sweep-scratch';

test('scratch folders of jobs that nobody works on are removed; those of jobs at work stay', (context) =>
  withTestTransaction(async (db) => {
    const scratchDir = await makeTestFolder(context);
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, accountId, { id: 'running', startedAt: new Date() });
    await makeJob(db, accountId, { id: 'ended', words: 'said' });
    for (const id of ['running', 'ended', 'deleted']) await mkdir(path.join(scratchDir, id));
    await sweepScratch({ db, scratchDir });
    assert.deepEqual(await readdir(scratchDir), ['running']);
    await sweepScratch({ db, scratchDir: path.join(scratchDir, 'none') });
  }));
