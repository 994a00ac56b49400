import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, inArray, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { hold, settle } from '#lib/billing/holds/hold';
import { readMonths } from '#lib/billing/usage/read-months';
import type { Tx } from '#lib/db/connect';

interface Job {
  accountId: string;
  jobId: string;
  priceCents: number;
  durationSeconds: number;
}

async function chargeJob(db: Tx, { accountId, jobId, priceCents, durationSeconds }: Job): Promise<void> {
  await db
    .insert(jobs)
    .values({ id: jobId, accountId, name: jobId, mediaKey: jobId, priceCents, durationSeconds });
  await hold(db, { accountId, jobId, amountCents: priceCents });
  await settle(db, { accountId, jobId });
}

test('minutes and charges of each month of UTC are added up, newest first, without gaps', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db), await makeAccount(db)];
    let count = 0;
    const entry = (time: string, amountCents: number, durationSeconds: number | null, more = {}) => ({
      accountId,
      kind: 'charge' as const,
      jobId: `job ${++count}`,
      amountCents,
      durationSeconds,
      createdAt: new Date(time),
      ...more,
    });
    await db
      .insert(ledgerEntries)
      .values([
        entry('2025-12-31T23:59:59.999Z', -1, 1),
        entry('2026-01-01T00:00:00Z', -25, 30),
        entry('2026-01-31T23:59:59.999Z', -50, 90),
        entry('2026-03-01T12:00:00Z', 0, 20, { note: 'sample' }),
        entry('2026-03-01T12:00:00Z', -75, null),
        entry('2026-03-01T12:00:00Z', -1000, 99, { kind: 'hold' }),
        entry('2026-03-01T12:00:00Z', -500, 99, { accountId: other }),
      ]);
    const months = await readMonths(db, { accountId, months: 3, now: new Date('2026-03-31T23:30:00Z') });
    assert.deepEqual(months, [
      { month: '2026-03', seconds: 20, cents: 75 },
      { month: '2026-02', seconds: 0, cents: 0 },
      { month: '2026-01', seconds: 120, cents: 75 },
    ]);
  }));

test('a charge keeps the length of its recording when the job is deleted, also of 0; an older one has it from its job', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    await chargeJob(db, { accountId, jobId: 'deleted', priceCents: 25, durationSeconds: 61.5 });
    await chargeJob(db, { accountId, jobId: 'free', priceCents: 0, durationSeconds: 600 });
    await chargeJob(db, { accountId, jobId: 'older', priceCents: 25, durationSeconds: 30 });
    await db.update(ledgerEntries).set({ durationSeconds: null }).where(eq(ledgerEntries.jobId, 'older'));
    await db.delete(jobs).where(inArray(jobs.id, ['deleted', 'free']));
    const [row] = await db.execute<{ now: string }>(sql`select now() as now`);
    const now = new Date(row?.now ?? '');
    const [month] = await readMonths(db, { accountId, months: 1, now });
    assert.deepEqual([month?.seconds, month?.cents], [691.5, 50]);
  }));
