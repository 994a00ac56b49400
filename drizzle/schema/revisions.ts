import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { jobId } from '#drizzle/schema/jobs';
import type { EditedSpeaker, Piece } from '#lib/transcript/edit';
import type { ChangeFact } from '#lib/transcript/summary/summarize-change';

/** The saves of a job's transcript, numbered from 1 without gaps; revision 0 is the machine transcript. */
export const revisions = pgTable(
  'revisions',
  {
    jobId: jobId(),
    number: integer().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    authorKind: text('author_kind', { enum: ['owner', 'guest'] }).notNull(),
    authorName: text('author_name').notNull(),
    /** A guest's share link. No foreign key, because the history outlives links. */
    linkId: text('link_id'),
    /** The name given to this version. */
    name: text(),
    restoredFrom: integer('restored_from'),
    monologuesChanged: integer('monologues_changed').notNull(),
    /** Summary of the changes; null for restored versions and older rows. */
    summary: jsonb().$type<ChangeFact[]>(),
    speakers: jsonb().$type<EditedSpeaker[]>().notNull(),
    /** A repeated save with this key gets the first one's result. */
    idempotencyKey: text('idempotency_key'),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.number] }),
    uniqueIndex('revisions_idempotency_key_idx')
      .on(table.jobId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    check('revisions_author_kind', sql`${table.authorKind} in ('owner', 'guest')`),
  ],
);

/** Monologues of all revisions: revision n has those with `since <= n` and `until` null or above n. */
export const revisionMonologues = pgTable(
  'revision_monologues',
  {
    jobId: jobId(),
    id: text().notNull(),
    since: integer().notNull(),
    until: integer(),
    place: text().notNull(),
    speaker: integer().notNull(),
    fromWord: integer('from_word').notNull(),
    toWord: integer('to_word').notNull(),
    startMs: integer('start_ms'),
    content: jsonb().$type<Piece[]>().notNull(),
    /** Counted by `countWords`. Null in older rows. */
    words: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.id, table.since] }),
    // Ensures one current row per monologue, and finds the latest revision without the earlier ones.
    uniqueIndex('revision_monologues_latest_idx')
      .on(table.jobId, table.id)
      .where(sql`${table.until} is null`),
    index('revision_monologues_since_idx').on(table.jobId, table.since),
    index('revision_monologues_until_idx').on(table.jobId, table.until),
  ],
);
