import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';

/** Headers for fetching a job's media or sending its callback, sealed. A row is deleted once it isn't needed. */
export const requestHeaders = pgTable(
  'request_headers',
  {
    jobId: jobId(),
    /** With which requests they are sent. */
    kind: text({ enum: ['media', 'callback'] }).notNull(),
    /** A JSON object of names in lower case and values. */
    sealed: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.kind] })],
);
