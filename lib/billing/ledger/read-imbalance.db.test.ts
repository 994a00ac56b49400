import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { addToBalance } from '#lib/billing/add-to-balance';
import { readImbalance } from '#lib/billing/ledger/read-imbalance';

test('balances that are the sums of their ledgers are no imbalance, and differences are added up', () =>
  withTestTransaction(async (db) => {
    const first = await makeAccount(db, { balanceCents: 500 });
    const second = await makeAccount(db, { email: 'second@longhand.example', balanceCents: 0 });
    await addToBalance(db, { accountId: first, kind: 'credit', amountCents: 250, note: 'a gift' });
    assert.equal(await readImbalance(db), 0);
    const change = (accountId: string, cents: number) =>
      db
        .update(accounts)
        .set({ balanceCents: sql`${accounts.balanceCents} + ${cents}` })
        .where(eq(accounts.id, accountId));
    await change(first, -3);
    await change(second, 4);
    assert.equal(await readImbalance(db), 7);
  }));
