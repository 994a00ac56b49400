import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Attempts that need a secret or send email, counted across all web servers, with rate-limiter-flexible's columns. */
export const attempts = pgTable('attempts', {
  /** The action and a hash of the client; addresses and tokens are not stored. */
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
});
