import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** The secrets that sign accounts' callbacks. */
export const signingSecrets = pgTable(
  'signing_secrets',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    /** Sealed with the installation's secret for this row: `whsec_` and Base64, as in Standard Webhooks. */
    secret: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a replaced secret expires; null for the current one. */
    validUntil: timestamp('valid_until', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('signing_secrets_one_in_use')
      .on(table.accountId)
      .where(sql`${table.validUntil} is null`),
  ],
);
