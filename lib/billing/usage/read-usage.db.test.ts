import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { readUsage } from '#lib/billing/usage/read-usage';

test('the charges of each day of UTC are added up, without gaps, and nothing else is', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    let jobs = 0;
    const entry = (time: string, amountCents: number, more = {}) => ({
      accountId,
      kind: 'charge' as const,
      jobId: `job ${++jobs}`,
      amountCents,
      createdAt: new Date(time),
      ...more,
    });
    await db
      .insert(ledgerEntries)
      .values([
        entry('2026-02-26T23:59:59.999Z', -1),
        entry('2026-02-27T00:00:00Z', -25),
        entry('2026-02-27T23:59:59.999Z', -50),
        entry('2026-03-01T12:00:00Z', -75),
        entry('2026-03-01T12:00:00Z', -1000, { kind: 'hold' }),
        entry('2026-03-01T12:00:00Z', 1000, { kind: 'release' }),
        entry('2026-03-01T12:00:00Z', -500, { accountId: other }),
      ]);
    const usage = await readUsage(db, { accountId, days: 3, now: new Date('2026-03-01T23:30:00Z') });
    assert.deepEqual(usage, [
      { day: '2026-02-27', cents: 75 },
      { day: '2026-02-28', cents: 0 },
      { day: '2026-03-01', cents: 75 },
    ]);
  }));
