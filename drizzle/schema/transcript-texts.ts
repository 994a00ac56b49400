import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Searchable text of a job's latest transcript by monologue, derived from the transcript. */
export const transcriptTexts = pgTable(
  'transcript_texts',
  {
    jobId: jobId(),
    /** The monologue's id in the edit. */
    monologue: text().notNull(),
    /** The words and tags, separated by single blanks. */
    text: text().notNull(),
    /** Start of each word, in milliseconds from the start of the media. */
    wordStartsMs: integer('word_starts_ms').array().notNull(),
    /** The `simple` configuration is language-independent and keeps all words. */
    tsv: tsvector()
      .notNull()
      .generatedAlwaysAs(sql`to_tsvector('simple', "text")`),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.monologue] }),
    index('transcript_texts_tsv_idx').using('gin', table.tsv),
  ],
);
