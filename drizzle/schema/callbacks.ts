import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { jobId } from '#drizzle/schema/jobs';

export const callbackState = pgEnum('callback_state', ['pending', 'delivered', 'given_up']);

/** The callback of an ended job, deleted with it. */
export const callbacks = pgTable(
  'callbacks',
  {
    /** The `webhook-id`, equal in all attempts. */
    id: text().primaryKey(),
    jobId: jobId().unique(),
    accountId: accountId(),
    url: text().notNull(),
    /** Scheme, host and port of the URL. Deliveries to an origin share a few queues, each sequential. */
    origin: text().notNull(),
    /** The number of its queue among those of its origin. */
    queueNumber: smallint('lane').notNull(),
    state: callbackState().notNull().default('pending'),
    /** Number of schedules begun: one when the job ended, and one per request to send again. */
    round: integer().notNull().default(1),
    /** Start of the current schedule: the job's end, or the request to send again. */
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull().defaultNow(),
    triesSinceBegun: integer('tries_since_begun').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull().defaultNow(),
    /** Why no further attempt is made, as text; null while pending and once delivered. */
    givenUpBecause: text('given_up_because'),
    /** The trace in which the callback began (W3C Trace Context), continued by attempts; null if none was recorded. */
    traceparent: text(),
  },
  (table) => [
    index('callbacks_newest_first_idx').on(
      table.accountId,
      table.begunAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('callbacks_pending_in_lane_idx')
      .on(table.accountId, table.origin, table.queueNumber, table.nextTryAt)
      .where(sql`${table.state} = 'pending'`),
  ],
);

/** All attempts to deliver a callback, as shown to its owner. */
export const callbackTries = pgTable(
  'callback_tries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    callbackId: text('callback_id')
      .notNull()
      .references(() => callbacks.id, { onDelete: 'cascade' }),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The response's status; null if there was none. */
    status: integer(),
    /** The result, as text. */
    reason: text().notNull(),
    /** The first kilobyte of the response's body. */
    answer: text().notNull(),
  },
  (table) => [index('callback_tries_callback_id_idx').on(table.callbackId)],
);

/** Hosts that an account's callbacks failed to reach, until they respond again. */
export const callbackHosts = pgTable(
  'callback_hosts',
  {
    accountId: accountId(),
    origin: text().notNull(),
    failuresInARow: integer('failures_in_a_row').notNull(),
    failedAt: timestamp('failed_at', { withTimezone: true }).notNull(),
    /** No delivery to the host is attempted before. */
    pausedUntil: timestamp('paused_until', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.origin] })],
);
