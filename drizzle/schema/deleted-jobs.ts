import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { apiMode } from '#drizzle/schema/api-keys';

/** List positions of deleted jobs, kept for a day, because a page may start after a deleted job. */
export const deletedJobs = pgTable(
  'deleted_jobs',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    mode: apiMode().notNull().default('live'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 6 }).notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('deleted_jobs_deleted_at_idx').on(table.deletedAt)],
);
