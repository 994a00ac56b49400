import { integer, jsonb, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';
import type { WordTiming } from '#lib/recognition/alignment/aligner';
import type { MachineWord } from '#lib/transcript/model';

/** Recognition results of single pieces, kept until the job ends so that a crash repeats no work. */
export const recognizedPieces = pgTable(
  'recognised_pieces',
  {
    jobId: jobId(),
    index: integer().notNull(),
    startMs: integer('start_ms').notNull(),
    endMs: integer('end_ms').notNull(),
    /** The channel of the recording; 0 if mixed. */
    channel: integer().notNull().default(0),
    words: jsonb().$type<MachineWord[]>().notNull(),
    /** The language of the words, if the engine reports it. */
    language: text(),
    /** The source of the words' times; null in rows of earlier versions, and without words. */
    timing: text().$type<WordTiming>(),
    /** Alignment score, if measured. */
    score: real(),
  },
  (table) => [primaryKey({ columns: [table.jobId, table.index] })],
);
