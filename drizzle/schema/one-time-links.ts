import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accounts } from '#drizzle/schema/accounts';

/** A link that works once, for a new password (`reset`) or account (`invitation`). Its token is stored hashed. */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['reset', 'invitation'] }).notNull(),
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The only email address that the invitation is valid for; null for any. */
    email: text(),
    sha256: text().notNull().unique(),
    /** An invitation's token, sealed so that operators can copy its link again; null if not possible. */
    sealedToken: text('sealed_token'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    validUntil: timestamp('valid_until', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('one_time_links_account_id_idx').on(table.accountId),
    index('one_time_links_valid_until_idx').on(table.validUntil),
    check('one_time_links_kind', sql`${table.kind} in ('reset', 'invitation')`),
    check(
      'one_time_links_reset_has_account',
      sql`(${table.kind} = 'reset') = (${table.accountId} is not null)`,
    ),
  ],
);
