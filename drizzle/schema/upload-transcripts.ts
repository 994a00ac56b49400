import { index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import type { ImportedParagraph } from '#lib/imports/imported-paragraph';

/** The text added to an upload that has no job yet. */
export const uploadTranscripts = pgTable(
  'upload_transcripts',
  {
    accountId: accountId(),
    uploadId: text('upload_id').notNull(),
    /** The file's name. */
    name: text().notNull(),
    paragraphs: jsonb().$type<ImportedParagraph[]>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.uploadId] }),
    index('upload_transcripts_created_at_idx').on(table.createdAt),
  ],
);
