import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';
import type { RecognitionRecord } from '#lib/recognition/record';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import type { Monologue, Speaker } from '#lib/transcript/model';

/** The recognitions of a transcript, including the first. `firstWord` is the index of each one's first word. */
export const recognitions = pgTable(
  'recognitions',
  {
    jobId: jobId(),
    firstWord: integer('first_word').notNull(),
    speakers: jsonb().$type<Speaker[]>().notNull(),
    monologues: jsonb().$type<Monologue[]>().notNull(),
    /** The passages in which people's edits were kept over this recognition's words. */
    conflicts: jsonb().$type<RecognitionConflict[]>().notNull().default([]),
    record: jsonb().$type<RecognitionRecord>(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.firstWord] })],
);
