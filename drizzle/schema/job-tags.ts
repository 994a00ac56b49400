import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { jobId } from '#drizzle/schema/jobs';

/** The tags of jobs, unique ignoring case. One index finds both the jobs with a tag and an account's tags. */
export const jobTags = pgTable(
  'job_tags',
  {
    jobId: jobId(),
    accountId: accountId(),
    /** The tag in lower case. */
    key: text().notNull(),
    tag: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.key] }),
    index('job_tags_by_key_idx').on(table.accountId, table.key, table.tag, table.jobId),
    check('job_tags_length', sql`char_length(${table.tag}) between 1 and 40`),
  ],
);
