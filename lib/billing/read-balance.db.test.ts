import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { payments } from '#drizzle/schema/payments';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { hold, release } from '#lib/billing/holds/hold';
import { readBalance } from '#lib/billing/read-balance';
import { readAvailableBalance } from '#lib/billing/read-account';

test('what is held for jobs in progress is shown beside what can be spent', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db, { balanceCents: 100 }), await makeAccount(db)];
    const source = { name: 'a', mediaUrl: 'http://media.example/a' };
    await db.insert(jobs).values([
      { id: 'one', accountId, priceCents: 25, ...source },
      { id: 'two', accountId, priceCents: 50, ...source },
    ]);
    await hold(db, { accountId, jobId: 'one', amountCents: 25 });
    await hold(db, { accountId, jobId: 'two', amountCents: 50 });
    const none = { owedCents: 0, warnBelowCents: null };
    assert.deepEqual(await readBalance(db, { accountId }), { balanceCents: 25, heldCents: 75, ...none });
    await release(db, { accountId, jobId: 'two' });
    await db.update(jobs).set({ status: 'failed', failure: 'unspecified' }).where(eq(jobs.id, 'two'));
    assert.deepEqual(await readBalance(db, { accountId }), { balanceCents: 75, heldCents: 25, ...none });
    const theirs = await readBalance(db, { accountId: other });
    assert.deepEqual(theirs, { balanceCents: 0, heldCents: 0, ...none });
  }));

test('what was returned of payments and not given yet is owed', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    const paid = { provider: 'test', amountCents: 1000, returnedCents: 900, debitedCents: 500 } as const;
    await db.insert(payments).values([
      { id: 'one', accountId, ...paid },
      { id: 'two', accountId, ...paid },
      { id: 'theirs', accountId: other, ...paid },
    ]);
    assert.equal((await readBalance(db, { accountId })).owedCents, 800);
    assert.equal((await readBalance(db, { accountId: other })).owedCents, 400);
  }));

test('a program sees the balance, or nothing where transcribing is free', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email: 'ann@longhand.example', balanceCents: 100 });
    const at = (priceCentsPerMinute: number) =>
      readAvailableBalance(db, { accountId }, { priceCentsPerMinute });
    assert.deepEqual(await at(25), { email: 'ann@longhand.example', balanceCents: 100 });
    assert.deepEqual(await at(0), { email: 'ann@longhand.example', balanceCents: 0 });
  }));
