import { sql } from 'drizzle-orm';
import { bigint, check, index, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

export const paymentProvider = pgEnum('payment_provider', ['stripe', 'test']);

/** Top-ups. Without `paid_at`, a payment was only begun and moved no money. */
export const payments = pgTable(
  'payments',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    provider: paymentProvider().notNull(),
    /** The provider's ID of the checkout page; null until it exists. */
    checkoutReference: text('checkout_reference').unique(),
    /** The provider's ID of the payment, which its refunds and disputes reference; null until paid. */
    intentReference: text('intent_reference').unique(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    /** Total of refunds and disputes so far. */
    returnedCents: bigint('returned_cents', { mode: 'number' })
      .notNull()
      .default(sql`0`),
    /** The part of `returned_cents` deducted from the balance so far; the rest is owed. */
    debitedCents: bigint('debited_cents', { mode: 'number' })
      .notNull()
      .default(sql`0`),
  },
  (table) => [
    index('payments_account_id_idx').on(table.accountId),
    check('payments_paid_has_an_intent', sql`(${table.paidAt} is null) = (${table.intentReference} is null)`),
    check(
      'payments_debits_within_returns',
      sql`0 <= ${table.debitedCents} and ${table.debitedCents} <= ${table.returnedCents}
        and ${table.returnedCents} <= ${table.amountCents}`,
    ),
  ],
);
