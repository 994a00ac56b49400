import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { addToBalance } from '#lib/billing/add-to-balance';
import { hold, settle, release } from '#lib/billing/holds/hold';
import { listTransactions } from '#lib/billing/ledger/list-transactions';
import type { Tx } from '#lib/db/connect';

async function lines(db: Tx, accountId: string): Promise<string[]> {
  const transactions = await listTransactions(db, { accountId, limit: 10 });
  return transactions.map(({ kind, amountCents, jobName }) =>
    `${kind} ${amountCents} ${jobName ?? ''}`.trim(),
  );
}

async function holdFor(db: Tx, accountId: string, name: string): Promise<string> {
  const { id: jobId } = await makeJob(db, accountId, { name });
  await hold(db, { accountId, jobId, amountCents: 50 });
  return jobId;
}

test('a job is one transaction, which says how it stands: on hold, charged or not charged', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 500 });
    const charged = await holdFor(db, accountId, 'charged.wav');
    const failed = await holdFor(db, accountId, 'failed.wav');
    const running = await holdFor(db, accountId, 'running.wav');
    assert.deepEqual(await lines(db, accountId), [
      'hold -50 running.wav',
      'hold -50 failed.wav',
      'hold -50 charged.wav',
      'credit 500',
    ]);
    // The recording is shorter, or longer, than it was taken to be.
    await hold(db, { accountId, jobId: charged, amountCents: -25 });
    await hold(db, { accountId, jobId: running, amountCents: 25 });
    await settle(db, { accountId, jobId: charged });
    await release(db, { accountId, jobId: failed });
    assert.deepEqual(await lines(db, accountId), [
      'hold -75 running.wav',
      'release 0 failed.wav',
      'charge -25 charged.wav',
      'credit 500',
    ]);
  }));

test('pages neither skip nor repeat a job whose later entries are on another page', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 500 });
    const jobIds: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e']) jobIds.push(await holdFor(db, accountId, name));
    const first = await listTransactions(db, { accountId, limit: 3 });
    for (const jobId of jobIds) await settle(db, { accountId, jobId });
    const rest = await listTransactions(db, { accountId, limit: 10, before: first.at(-1)?.id });
    assert.deepEqual(
      [...first, ...rest].map(({ jobName }) => jobName),
      ['e', 'd', 'c', 'b', 'a', null],
    );
  }));

test('payments and credits are transactions of their own, and those of another account are not listed', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db, { balanceCents: 7 })];
    await addToBalance(db, { accountId, kind: 'credit', amountCents: 100, note: 'one' });
    await addToBalance(db, { accountId, kind: 'payment', amountCents: 500 });
    await addToBalance(db, { accountId, kind: 'refund', amountCents: -200 });
    assert.deepEqual(await lines(db, accountId), ['refund -200', 'payment 500', 'credit 100']);
    assert.deepEqual(await lines(db, other), ['credit 7']);
  }));
