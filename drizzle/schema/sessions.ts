import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** A signed-in browser. Its cookie references the row, and is invalid without it. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    /** The browser's User-Agent at sign-in, truncated. */
    userAgent: text('user_agent').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    /** Lags by minutes, as not every request writes it. */
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('sessions_account_id_idx').on(table.accountId),
    index('sessions_created_at_idx').on(table.createdAt),
  ],
);
