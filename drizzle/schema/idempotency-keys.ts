import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { jobId } from '#drizzle/schema/jobs';

/** The Idempotency-Key of a submission, with a hash of its content and the resulting job. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: accountId(),
    key: text().notNull(),
    requestSha256: text('request_sha256').notNull(),
    jobId: jobId(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_keys_job_id_idx').on(table.jobId),
    index('idempotency_keys_created_at_idx').on(table.createdAt),
  ],
);
