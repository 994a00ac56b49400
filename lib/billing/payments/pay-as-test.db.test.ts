import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { ledgerLines } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readAccount } from '#lib/billing/read-account';
import { beginPayment, findPayment } from '#lib/billing/payments/begin-payment';
import { payAsTest } from '#lib/billing/payments/pay-as-test';
import { Refusal } from '#lib/refusal';

/* A payment from its beginning, up to one where no money moves. */

test('a payment that was begun has moved no money, and only its account finds it', () =>
  withTestTransaction(async (db) => {
    const [accountId, otherAccount] = [await makeAccount(db), await makeAccount(db)];
    const paymentId = await beginPayment(db, { accountId, provider: 'stripe', amountCents: 1250 });
    const { provider, amountCents, paidAt } = (await findPayment(db, { accountId, paymentId })) ?? {};
    assert.deepEqual([provider, amountCents, paidAt], ['stripe', 1250, null]);
    assert.equal(await findPayment(db, { accountId: otherAccount, paymentId }), undefined);
    assert.equal(await findPayment(db, { accountId, paymentId: 'no-such-payment' }), undefined);
    assert.equal((await readAccount(db, { accountId })).balanceCents, 0);
  }));

test('amounts from $5 to $1,000 are taken, others are refused', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const begin = (amountCents: number) => beginPayment(db, { accountId, provider: 'test', amountCents });
    for (const amountCents of [5_00, 1000_00]) await begin(amountCents);
    for (const amountCents of [4_99, 1000_01, 0, -5_00]) {
      await assert.rejects(begin(amountCents), (error) => {
        assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
        const words = ['Choose an amount from $5.00 to $1,000.00.'];
        assert.deepEqual(error.reason.parameters, { amount: words });
        return true;
      });
    }
  }));

test('a test payment credits its amount, once however often it is made', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const paymentId = await beginPayment(db, { accountId, provider: 'test', amountCents: 1250 });
    for (let n = 0; n < 3; n++) await payAsTest(db, { accountId, paymentId });
    assert.deepEqual(await ledgerLines(db, accountId), ['payment 1250']);
    assert.notEqual((await findPayment(db, { accountId, paymentId }))?.paidAt, null);
  }));

test('nobody pays as a test what is to be paid through Stripe, or another account’s payment', () =>
  withTestTransaction(async (db) => {
    const [accountId, otherAccount] = [await makeAccount(db), await makeAccount(db)];
    const amountCents = 1250;
    const real = await beginPayment(db, { accountId, provider: 'stripe', amountCents });
    const theirs = await beginPayment(db, { accountId: otherAccount, provider: 'test', amountCents });
    for (const paymentId of [real, theirs, 'no-such-payment']) {
      await assert.rejects(payAsTest(db, { accountId, paymentId }), Refusal);
      assert.equal((await findPayment(db, { accountId: otherAccount, paymentId: theirs }))?.paidAt, null);
    }
    assert.deepEqual(await ledgerLines(db, accountId), []);
  }));
