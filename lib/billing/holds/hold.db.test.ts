import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { ledgerLines } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { hold, settle, release } from '#lib/billing/holds/hold';
import { readAccount } from '#lib/billing/read-account';
import type { Tx } from '#lib/db/connect';
import { Refusal } from '#lib/refusal';

/* What a job takes of a balance: held first, then given back or charged. */

const isOutOfCredit = (balanceCents: number) => (error: unknown) => {
  assert.ok(error instanceof Refusal);
  assert.deepEqual(error.reason, { kind: 'out-of-credit', balanceCents });
  return true;
};

const readCents = async (db: Tx, accountId: string) => (await readAccount(db, { accountId })).balanceCents;

test('a hold takes from the balance, and a job may hold more than once', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    await hold(db, { accountId, jobId: 'job', amountCents: 25 });
    await hold(db, { accountId, jobId: 'job', amountCents: 50 });
    assert.equal(await readCents(db, accountId), 25);
    assert.deepEqual(await ledgerLines(db, accountId), ['credit 100', 'hold -25', 'hold -50']);
  }));

test('what the balance can’t pay is refused with the balance, and nothing is held', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 24 });
    const asked = db.transaction((tx) => hold(tx, { accountId, jobId: 'job', amountCents: 25 }));
    await assert.rejects(asked, isOutOfCredit(24));
    assert.equal(await readCents(db, accountId), 24);
    assert.deepEqual(await ledgerLines(db, accountId), ['credit 24']);
    await hold(db, { accountId, jobId: 'job', amountCents: 24 });
    assert.equal(await readCents(db, accountId), 0);
  }));

test('a release gives back all that its job held, and nothing of another one', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    await hold(db, { accountId, jobId: 'job', amountCents: 25 });
    await hold(db, { accountId, jobId: 'job', amountCents: 50 });
    await hold(db, { accountId, jobId: 'other', amountCents: 10 });
    assert.equal(await release(db, { accountId, jobId: 'job' }), 75);
    assert.equal(await readCents(db, accountId), 90);
  }));

test('settling turns all that a job held into its charge, and the balance stays', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    await hold(db, { accountId, jobId: 'job', amountCents: 25 });
    await hold(db, { accountId, jobId: 'job', amountCents: 50 });
    await settle(db, { accountId, jobId: 'job' });
    assert.equal(await readCents(db, accountId), 25);
    assert.deepEqual((await ledgerLines(db, accountId)).slice(3), ['release 75', 'charge -75']);
  }));

test('a job is settled or released once: a second time fails and changes nothing', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    for (const jobId of ['settled', 'released']) await hold(db, { accountId, jobId, amountCents: 25 });
    await settle(db, { accountId, jobId: 'settled' });
    await release(db, { accountId, jobId: 'released' });
    const before = await ledgerLines(db, accountId);
    for (const jobId of ['settled', 'released']) {
      for (const again of [settle, release]) {
        await assert.rejects(db.transaction<unknown>((tx) => again(tx, { accountId, jobId })));
      }
    }
    assert.deepEqual(await ledgerLines(db, accountId), before);
    assert.equal(await readCents(db, accountId), 75);
  }));

test('a free job holds nothing, and is charged 0 once', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    await hold(db, { accountId, jobId: 'free', amountCents: 0 });
    await settle(db, { accountId, jobId: 'free' });
    await assert.rejects(db.transaction((tx) => settle(tx, { accountId, jobId: 'free' })));
    assert.deepEqual(await ledgerLines(db, accountId), ['charge 0']);
  }));

test('of a hundred holds at once a balance for 37 pays exactly 37', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 37 * 25 + 10 });
    const holds = Array.from({ length: 100 }, (_, n) =>
      db.transaction((tx) => hold(tx, { accountId, jobId: `job ${n}`, amountCents: 25 })),
    );
    const ended = await Promise.allSettled(holds);
    const refused = ended.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    assert.equal(refused.length, 63);
    for (const reason of refused) isOutOfCredit(10)(reason);
    assert.equal((await readAccount(db, { accountId })).balanceCents, 10);
  } finally {
    await close();
  }
});
