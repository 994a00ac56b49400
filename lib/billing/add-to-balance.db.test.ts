import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { ledgerLines } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { addToBalance } from '#lib/billing/add-to-balance';
import { creditAccount } from '#lib/accounts/credit-account';
import { readAccount } from '#lib/billing/read-account';
import { isRefusal } from '#e2e/support/is-refusal';

test('a movement is one line of the ledger and the same change of the balance', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    assert.equal(await addToBalance(db, { accountId, kind: 'credit', amountCents: 11 }), 111);
    assert.equal(await addToBalance(db, { accountId, kind: 'refund', amountCents: -111 }), 0);
    assert.equal((await readAccount(db, { accountId })).balanceCents, 0);
    assert.deepEqual(await ledgerLines(db, accountId), ['credit 100', 'credit 11', 'refund -111']);
  }));

test('nothing is written of what would leave the balance below zero, nor of nothing', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    assert.equal(await addToBalance(db, { accountId, kind: 'refund', amountCents: -101 }), undefined);
    assert.equal(await addToBalance(db, { accountId, kind: 'refund', amountCents: 0 }), 100);
    assert.equal((await readAccount(db, { accountId })).balanceCents, 100);
    assert.deepEqual(await ledgerLines(db, accountId), ['credit 100']);
  }));

test('the operator credits the account with this address, in any case, and no unknown one', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email: 'Ann@longhand.example' });
    const credited = await creditAccount(db, { email: 'aNN@Longhand.example', amountCents: 1000 });
    assert.deepEqual(credited, { email: 'Ann@longhand.example', balanceCents: 1000 });
    assert.deepEqual(await ledgerLines(db, accountId), ['credit 1000']);
    const unknown = creditAccount(db, { email: 'nobody@longhand.example', amountCents: 1000 });
    await assert.rejects(unknown, isRefusal('account-not-found'));
  }));
