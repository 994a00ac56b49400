import { sql } from 'drizzle-orm';
import {
  bigint,
  doublePrecision,
  index,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { payments } from '#drizzle/schema/payments';

export const ledgerKind = pgEnum('ledger_kind', [
  'credit',
  'hold',
  'release',
  'charge',
  'payment',
  'refund',
  'debit',
]);

/**
 * Every change of a balance, append-only. `job_id` is no foreign key, so that a deleted job's charges stay. A job's
 * hold is released in full when it ends, and a charge follows if it was transcribed. A payment adds to the balance; its
 * refunds and disputes subtract, or add when they fail. An operator adds a credit or subtracts a debit.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: accountId(),
    kind: ledgerKind().notNull(),
    /** Signed: positive amounts increase the balance. */
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    jobId: text('job_id'),
    paymentId: text('payment_id').references(() => payments.id, { onDelete: 'cascade' }),
    /** For a charge: the length of its recording. Stays when the job is deleted. */
    durationSeconds: doublePrecision('duration_seconds'),
    /** Shown to the owner, such as the reason for a credit. */
    note: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('ledger_entries_account_id_idx').on(table.accountId, table.id),
    index('ledger_entries_charges_idx')
      .on(table.accountId, table.createdAt)
      .where(sql`${table.kind} = 'charge'`),
    index('ledger_entries_job_id_idx').on(table.jobId),
    uniqueIndex('ledger_entries_one_charge_a_job')
      .on(table.jobId)
      .where(sql`${table.kind} = 'charge'`),
    uniqueIndex('ledger_entries_one_release_a_job')
      .on(table.jobId)
      .where(sql`${table.kind} = 'release'`),
  ],
);
