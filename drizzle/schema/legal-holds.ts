import { index, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';

/** Accounts, with all their data, and jobs that must not be deleted. Without cascade, the database refuses too. */
export const legalHolds = pgTable(
  'legal_holds',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Null if the whole account is held. */
    jobId: text('job_id').references(() => jobs.id),
    /** Visible only to operators. */
    reason: text().notNull(),
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('legal_holds_account_id_job_id_key').on(table.accountId, table.jobId).nullsNotDistinct(),
    index('legal_holds_job_id_idx').on(table.jobId),
  ],
);
