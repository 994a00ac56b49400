import { index, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { apiKeys } from '#drizzle/schema/api-keys';

/** API requests with a key of the account, kept for seven days, without bodies and secrets. */
export const apiRequests = pgTable(
  'api_requests',
  {
    /** The response's `x-request-id`. */
    id: text().primaryKey(),
    accountId: accountId(),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    method: text().notNull(),
    /** Includes the operation's known query parameters. */
    path: text().notNull(),
    status: smallint().notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The slug of the response's problem type; null for none. */
    problem: text(),
  },
  (table) => [
    index('api_requests_newest_first_idx').on(
      table.accountId,
      table.at.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('api_requests_at_idx').on(table.at),
  ],
);
