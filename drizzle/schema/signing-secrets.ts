import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** The signing secrets of accounts' callbacks. */
export const signingSecrets = pgTable(
  'signing_secrets',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    /** Sealed under the installation's secret for this row. In plain text it is `whsec_` and Base64, as in Standard Webhooks. */
    secret: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a replaced secret stops to be used; null for the one in use. */
    validUntil: timestamp('valid_until', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('signing_secrets_one_in_use')
      .on(table.accountId)
      .where(sql`${table.validUntil} is null`),
  ],
);
