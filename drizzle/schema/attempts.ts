import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Attempts that need a secret or send mail, counted across all web servers, in the columns that rate-limiter-flexible expects.
 */
export const attempts = pgTable('attempts', {
  /** The action, and a hash of the client: neither addresses nor tokens are kept. */
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});
