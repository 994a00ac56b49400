import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';

/** The sections in which a picture is encoded, kept until joined, so that a crash repeats only those under way. */
export const pictureParts = pgTable(
  'picture_parts',
  {
    id: text().primaryKey(),
    jobId: jobId(),
    startSeconds: integer('start_seconds').notNull(),
    /** Null for the last part. */
    endSeconds: integer('end_seconds'),
    /** Starts of work on it. */
    starts: integer().notNull().default(0),
    /** Number of frames; null until encoded. */
    frames: integer(),
    /** Storage key; null also if it has no frames. */
    partKey: text('part_key'),
  },
  (table) => [index('picture_parts_of_job_idx').on(table.jobId, table.startSeconds)],
);
