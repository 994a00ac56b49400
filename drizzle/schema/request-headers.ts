import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { jobs } from '#drizzle/schema/jobs';

/**
 * The headers that a submission asked to send with the requests for its media or with its callback, sealed under the
 * installation's secret. A row is deleted as soon as no request needs it any more.
 */
export const requestHeaders = pgTable(
  'request_headers',
  {
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    /** With which requests they are sent. */
    kind: text({ enum: ['media', 'callback'] }).notNull(),
    /** A JSON object of names in lower case and values. */
    sealed: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.kind] })],
);
