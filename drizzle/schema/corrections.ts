import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { jobId } from '#drizzle/schema/jobs';
import type { Span } from '#lib/transcript/align/word-range';

/** Names and terms corrected in a job's latest transcript, derived from it by `findCorrections`. */
export const corrections = pgTable(
  'corrections',
  {
    jobId: jobId(),
    accountId: accountId(),
    /** The same for all spellings of the phrase. */
    key: text().notNull(),
    phrase: text().notNull(),
    isName: boolean('is_name').notNull(),
    count: integer().notNull(),
    known: integer().notNull(),
    heard: jsonb().$type<string[]>().notNull(),
    places: jsonb().$type<Span[]>().notNull(),
    foundAt: timestamp('found_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.key] }),
    index('corrections_newest_idx').on(table.accountId, table.foundAt.desc().nullsFirst()),
  ],
);

/** Corrections that an account added to its vocabulary or dismissed, and that aren't offered again. */
export const decidedCorrections = pgTable(
  'decided_corrections',
  {
    accountId: accountId(),
    key: text().notNull(),
    /** True if the phrase was added to the vocabulary. */
    isAdded: boolean('is_added').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.key] })],
);
