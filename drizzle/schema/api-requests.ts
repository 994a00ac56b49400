import { index, integer, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { apiKeys } from '#drizzle/schema/api-keys';

/** API requests with a key of the account, kept for seven days. Neither bodies nor secrets are kept. */
export const apiRequests = pgTable(
  'api_requests',
  {
    /** The `x-request-id` of the answer. */
    id: text().primaryKey(),
    accountId: accountId(),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    at: timestamp({ withTimezone: true }).notNull(),
    method: text().notNull(),
    /** With the query parameters that the operation knows. */
    path: text().notNull(),
    status: smallint().notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The slug of the problem type that the answer told of; null for none. */
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
