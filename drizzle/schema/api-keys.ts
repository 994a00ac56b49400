import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from '#drizzle/schema/accounts';

/** A credential of the API. The key itself is shown once and never stored: only its SHA-256 in hexadecimal. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    sha256: text().notNull().unique(),
    lastFour: text('last_four').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [index('api_keys_account_id_idx').on(table.accountId)],
);
