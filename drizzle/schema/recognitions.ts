import { integer, jsonb, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';
import type { RecognitionRecord } from '#lib/recognition/record';
import type { Monologue, Speaker } from '#lib/transcript/model';

/** The recognitions of a transcript, the first included. `firstWord` is where each one's words begin in it. */
export const recognitions = pgTable(
  'recognitions',
  {
    jobId: jobId(),
    firstWord: integer('first_word').notNull(),
    speakers: jsonb().$type<Speaker[]>().notNull(),
    monologues: jsonb().$type<Monologue[]>().notNull(),
    record: jsonb().$type<RecognitionRecord>(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.firstWord] })],
);
