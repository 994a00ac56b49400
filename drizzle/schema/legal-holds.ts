import { index, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';

/** Accounts, with all they have, and jobs that must not be deleted. No cascade: the database refuses as well. */
export const legalHolds = pgTable(
  'legal_holds',
  {
    id: text().primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id),
    /** Null where the whole account is under hold. */
    jobId: text('job_id').references(() => jobs.id),
    /** Why, for operators alone. */
    reason: text().notNull(),
    placedAt: timestamp('placed_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique('legal_holds_account_id_job_id_key').on(table.accountId, table.jobId).nullsNotDistinct(),
    index('legal_holds_job_id_idx').on(table.jobId),
  ],
);
