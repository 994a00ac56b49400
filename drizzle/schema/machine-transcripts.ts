import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';
import type { MachineWord, Monologue, Speaker } from '#lib/transcript/model';

/** A transcribed job's machine transcript, revision 0. It never changes; later `recognitions` append their words. */
export const machineTranscripts = pgTable('machine_transcripts', {
  jobId: jobId().primaryKey(),
  words: jsonb().$type<MachineWord[]>().notNull(),
  /** Stored to avoid reading the words. */
  wordCount: integer('word_count')
    .notNull()
    .generatedAlwaysAs(sql`jsonb_array_length("words")`),
  speakers: jsonb().$type<Speaker[]>().notNull(),
  monologues: jsonb().$type<Monologue[]>().notNull(),
});
