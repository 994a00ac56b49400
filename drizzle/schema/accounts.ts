import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** Who owns keys, balance and jobs. `balance_cents` is what can still be spent and always equals the ledger's sum. */
export const accounts = pgTable(
  'accounts',
  {
    id: text().primaryKey(),
    email: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Raised to end every session of the account at once. */
    sessionVersion: integer('session_version').notNull().default(0),
    balanceCents: bigint('balance_cents', { mode: 'number' })
      .notNull()
      .default(sql`0`),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('accounts_email_key').on(sql`lower(${table.email})`),
    check('accounts_balance_not_negative', sql`${table.balanceCents} >= 0`),
  ],
);
