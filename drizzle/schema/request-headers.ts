import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';

/** Headers for fetching a job's media or sending its callback, sealed. Rows are deleted once not needed. */
export const requestHeaders = pgTable(
  'request_headers',
  {
    jobId: jobId(),
    /** The requests that they are sent with. */
    kind: text({ enum: ['media', 'callback'] }).notNull(),
    /** A JSON object of lower-case names and values. */
    sealed: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.kind] })],
);
