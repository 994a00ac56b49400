import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Requests per API key in its current minute, across all web servers. */
export const requestCounts = pgTable('request_counts', {
  keyId: text('key_id').primaryKey(),
  count: integer().notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
});
