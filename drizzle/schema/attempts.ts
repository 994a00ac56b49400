import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** How often something was tried that needs a secret or sends mail, counted over all web servers, in the columns that rate-limiter-flexible expects. */
export const attempts = pgTable('attempts', {
  /** What is tried, and a hash of who tries: neither addresses nor tokens are kept. */
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});
