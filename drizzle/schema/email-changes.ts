import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** An email address that an account wants and has not confirmed. The link's token is stored only as SHA-256. */
export const emailChanges = pgTable(
  'email_changes',
  {
    accountId: accountId().primaryKey(),
    email: text().notNull(),
    /** Null until the link is sent, and for another account's address. */
    sha256: text().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    validUntil: timestamp('valid_until', { withTimezone: true }).notNull(),
  },
  (table) => [index('email_changes_valid_until_idx').on(table.validUntil)],
);
