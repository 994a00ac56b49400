import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { jobId } from '#drizzle/schema/jobs';

/**
 * The tags of jobs, which only the pages of their account know. A table of its own: the key makes a tag unique per job in
 * any case, one index answers both which jobs have a tag and which tags an account has, and rows of `jobs` stay narrow.
 */
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
