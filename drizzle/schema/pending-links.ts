import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';

/** Links to recordings that no job was made of yet. */
export const pendingLinks = pgTable(
  'pending_links',
  {
    accountId: accountId(),
    id: text().notNull(),
    url: text().notNull(),
    /** The name and the choices of recognition, as JSON of the page, which alone reads them. */
    options: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // A URL can be longer than an index entry.
    uniqueIndex('pending_links_url_idx').on(table.accountId, sql`md5(${table.url})`),
    index('pending_links_changed_at_idx').on(table.changedAt),
  ],
);
