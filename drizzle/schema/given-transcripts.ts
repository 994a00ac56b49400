import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { jobs } from '#drizzle/schema/jobs';
import type { ImportedParagraph } from '#lib/imports/imported-paragraph';

/** The text submitted with a recording, kept until the job has its transcript. A failed job keeps it for a retry. */
export const givenTranscripts = pgTable('given_transcripts', {
  jobId: text('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  paragraphs: jsonb().$type<ImportedParagraph[]>().notNull(),
});
