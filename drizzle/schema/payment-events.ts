import { bigint, index, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const paymentEventKind = pgEnum('payment_event_kind', [
  'paid',
  'refunded',
  'refund_failed',
  'disputed',
  'dispute_won',
]);

/** A provider's payment events, each once. `intent_reference` is no foreign key: a refund may precede its payment. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    /** The provider's ID of the event. */
    id: text().primaryKey(),
    intentReference: text('intent_reference').notNull(),
    kind: paymentEventKind().notNull(),
    /** The provider's ID of the checkout, refund or dispute. */
    subject: text().notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
    receivedAt: timestamp('received_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('payment_events_intent_reference_idx').on(table.intentReference)],
);
