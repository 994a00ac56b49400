import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { jobs } from '#drizzle/schema/jobs';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/**
 * A transcribed job's machine transcript, revision 0, written when the job ends. It never changes, but for the words of later
 * `recognitions`, which are appended to its own.
 */
export const machineTranscripts = pgTable('machine_transcripts', {
  jobId: text('job_id')
    .primaryKey()
    .references(() => jobs.id, { onDelete: 'cascade' }),
  words: jsonb().$type<MachineWord[]>().notNull(),
  /** Word count, so that it's known without reading the words. */
  wordCount: integer('word_count')
    .notNull()
    .generatedAlwaysAs(sql`jsonb_array_length("words")`),
  speakers: jsonb().$type<Speaker[]>().notNull(),
  monologues: jsonb().$type<Monologue[]>().notNull(),
});
