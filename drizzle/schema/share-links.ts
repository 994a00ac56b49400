import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { jobs } from '#drizzle/schema/jobs';

/** A link that opens a job's transcript without an account. Of its token only the SHA-256 is stored. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: text().primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    sha256: text().notNull().unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [index('share_links_job_id_idx').on(table.jobId)],
);
