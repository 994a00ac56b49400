import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';

/** The stretches in which a picture is encoded, kept until they are joined, so that a crash repeats only those under way. */
export const pictureParts = pgTable(
  'picture_parts',
  {
    id: text().primaryKey(),
    jobId: jobId(),
    startSeconds: integer('start_seconds').notNull(),
    /** Null for what goes on to the end of the picture. */
    endSeconds: integer('end_seconds'),
    /** Times that work on it has begun. */
    starts: integer().notNull().default(0),
    /** Number of frames; null until it is encoded. */
    frames: integer(),
    /** Storage key; null also if it has no frames. */
    partKey: text('part_key'),
  },
  (table) => [index('picture_parts_of_job_idx').on(table.jobId, table.startSeconds)],
);
