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

/** The callback of an ended job. It is deleted with its job. */
export const callbacks = pgTable(
  'callbacks',
  {
    /** The `webhook-id`, the same on each attempt. */
    id: text().primaryKey(),
    jobId: jobId().unique(),
    accountId: accountId(),
    url: text().notNull(),
    /** Scheme, host and port of the URL. Deliveries to one origin share a few queues, each one after the other. */
    origin: text().notNull(),
    /** Which of the queues of its origin it is in. */
    queueNumber: smallint('lane').notNull(),
    state: callbackState().notNull().default('pending'),
    /** Number of schedules begun: one when the job ended, and one for each request to send again. */
    round: integer().notNull().default(1),
    /** From here count the attempts and the hours of the schedule: the job's end, or when it was asked for again. */
    begunAt: timestamp('begun_at', { withTimezone: true }).notNull().defaultNow(),
    triesSinceBegun: integer('tries_since_begun').notNull().default(0),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull().defaultNow(),
    /** Why no further attempt is made, in words; null while pending and when delivered. */
    givenUpBecause: text('given_up_because'),
    /** The trace in which the callback began (W3C Trace Context), which attempts continue; null if none was recorded. */
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

/** Every try to deliver a callback, as its owner may read it. */
export const callbackTries = pgTable(
  'callback_tries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    callbackId: text('callback_id')
      .notNull()
      .references(() => callbacks.id, { onDelete: 'cascade' }),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** The status of the answer; null when none came. */
    status: integer(),
    /** The result, in words. */
    reason: text().notNull(),
    /** The first kilobyte of the answer's body. */
    answer: text().notNull(),
  },
  (table) => [index('callback_tries_callback_id_idx').on(table.callbackId)],
);

/** Hosts that an account's callbacks could not reach of late, until they answer again. */
export const callbackHosts = pgTable(
  'callback_hosts',
  {
    accountId: accountId(),
    origin: text().notNull(),
    failuresInARow: integer('failures_in_a_row').notNull(),
    failedAt: timestamp('failed_at', { withTimezone: true }).notNull(),
    /** No delivery to the host is tried before. */
    pausedUntil: timestamp('paused_until', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.origin] })],
);
