import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** A browser that is signed in. Its cookie names the row, and is worth nothing once the row is gone. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    /** The browser's User-Agent at sign-in, truncated. */
    userAgent: text('user_agent').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Behind by some minutes: not every page writes it. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('sessions_account_id_idx').on(table.accountId),
    index('sessions_created_at_idx').on(table.createdAt),
  ],
);
