import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';

/** A link that opens a transcript without an account. Its token is stored as SHA-256, and encrypted for its owner. */
export const shareLinks = pgTable(
  'share_links',
  {
    id: text().primaryKey(),
    jobId: jobId(),
    sha256: text().notNull().unique(),
    /** The token, sealed with the installation's secret; null if the link can't be copied again. */
    sealedToken: text('sealed_token'),
    /** The owner's label, such as the recipient. */
    name: text(),
    permission: text({ enum: ['view', 'edit'] })
      .notNull()
      .default('edit'),
    /** Expiry; null for never. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    /** Lags by minutes, as not every use writes it. */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    index('share_links_job_id_idx').on(table.jobId),
    check('share_links_permission', sql`${table.permission} in ('view', 'edit')`),
  ],
);
