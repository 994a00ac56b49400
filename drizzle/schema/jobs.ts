import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  real,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import { accountId } from '#drizzle/schema/accounts';
import { apiMode } from '#drizzle/schema/api-keys';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import type { RecognitionRecord } from '#lib/recognition/record';
import type { TextOptions } from '#lib/transcript/text/apply-text-options';

/** The dialect of another service's API in which a job was submitted, for what is told of it. Our own API has none. */
export interface JobDialect {
  name: 'revai';
  /** The submission's options by their names in the dialect, as its jobs show them. */
  shown: Readonly<Record<string, unknown>>;
}

/** A part of a recording, in milliseconds of its sound. */
export interface Passage {
  startMs: number;
  endMs: number;
}

export const jobStatus = pgEnum('job_status', ['in_progress', 'transcribed', 'failed']);
export const jobFailure = pgEnum('job_failure', [
  'unspecified',
  'download_failure',
  'insufficient_balance',
  'invalid_media',
]);

/** A customer's transcription, of either `media_url` or an uploaded `media_key`; in the sandbox (`test`), media isn't kept. */
export const jobs = pgTable(
  'jobs',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    mode: apiMode().notNull().default('live'),
    /** The origin of the job: the account's pages or the API. A `sample` came with the account, and is no client's. */
    origin: text({ enum: ['site', 'api', 'sample'] })
      .notNull()
      .default('api'),
    /** The dialect in which it was submitted, which its callback speaks, too; null for our own API. */
    dialect: jsonb().$type<JobDialect>(),
    status: jobStatus().notNull().default('in_progress'),
    name: text().notNull(),
    /** True if people or the submission chose the name; that of the file or its address otherwise. */
    nameChosen: boolean('name_chosen').notNull().default(false),
    metadata: text(),
    callbackUrl: text('callback_url'),
    mediaUrl: text('media_url'),
    /** Storage key of the media; null until a `media_url` has been fetched, and once it was removed. */
    mediaKey: text('media_key'),
    /** When the media was removed, as its account asks for after a time. The transcript stays, and the rendition may. */
    mediaRemovedAt: timestamp('media_removed_at', { withTimezone: true }),
    /** Storage keys of the copy that a browser plays, and of its waveform; both or neither. */
    renditionKey: text('rendition_key'),
    renditionType: text('rendition_type', { enum: ['audio/mp4', 'video/mp4'] }),
    peaksKey: text('peaks_key'),
    /** True if the recording has a picture; null until it was looked at. */
    hasPicture: boolean('has_picture'),
    /** When the tasks that encode its picture were enqueued, where the sound came first. */
    pictureAskedAt: timestamp('picture_asked_at', { withTimezone: true }),
    /** Storage key of the copy with this picture; the copy of the sound stays. */
    pictureKey: text('picture_key'),
    /** Why there is no picture. */
    pictureFailure: text('picture_failure'),
    /** When the task that makes them was enqueued. */
    renditionAskedAt: timestamp('rendition_asked_at', { withTimezone: true }),
    /** Times that work on them has begun; counted again for joining the parts of the picture. */
    renditionStarts: integer('rendition_starts').notNull().default(0),
    /** Why they can't be made. */
    renditionFailure: text('rendition_failure'),
    mediaBytes: bigint('media_bytes', { mode: 'number' }),
    durationSeconds: doublePrecision('duration_seconds'),
    /** The amount held while the job is in progress, and the price of a transcribed job. */
    priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
    /** The part of the recording already recognized, 0 to 1. */
    progress: real()
      .notNull()
      .default(sql`0`),
    /** When it last moved forward. */
    progressAt: timestamp('progress_at', { withTimezone: true }),
    /** Starts since the last progress: a task that keeps killing its process is given up. */
    startsWithoutProgress: integer('starts_without_progress').notNull().default(0),
    /** The number of the newest saved edit; 0 as long as nobody has saved one. */
    latestRevision: integer('latest_revision').notNull().default(0),
    /** When an edit was last saved. */
    lastModifiedAt: timestamp('last_modified_at', { withTimezone: true }),
    /** The part of the passages to review that people have been through, 0 to 1; null until it was measured. */
    reviewedShare: doublePrecision('reviewed_share'),
    /** Recognition options of the submission; null for none. */
    recognitionOptions: jsonb('recognition_options').$type<RecognitionOptions>(),
    /** Text options of the submission; null for text as recognized. */
    textOptions: jsonb('text_options').$type<TextOptions>(),
    /** Time from its end until the job is deleted; null if only the account's retention counts. */
    deleteAfterSeconds: integer('delete_after_seconds'),
    /** The recognition record; null until recognition has begun. */
    recognition: jsonb().$type<RecognitionRecord>(),
    /** The id of the job whose recording it recognizes again: its words become that transcript's next revision. */
    recognizes: text(),
    /** The passage of that recording which alone is recognized; null for the whole. */
    passage: jsonb().$type<Passage>(),
    /** The work: recognizing words, aligning a given text with the sound, or only telling speakers apart. */
    task: text({ enum: ['recognize', 'align', 'speakers'] })
      .notNull()
      .default('recognize'),
    failure: jobFailure(),
    failureDetail: text('failure_detail'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 6 }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** When its owner canceled it; it has failed then. */
    canceledAt: timestamp('canceled_at', { withTimezone: true }),
    /** When its owner moved it to the trash; to all but the trash it is as deleted. */
    trashedAt: timestamp('trashed_at', { withTimezone: true }),
    /** When its owner archived it; it is then left out of the list of the account's pages, and of nothing else. */
    archivedAt: timestamp('archived_at', { withTimezone: true }),
  },
  (table) => [
    index('jobs_newest_first_idx').on(
      table.accountId,
      table.mode,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('jobs_by_name_idx').on(table.accountId, table.mode, sql`lower(${table.name})`, table.id),
    index('jobs_by_length_idx').on(
      table.accountId,
      table.mode,
      sql`coalesce(${table.durationSeconds}, 0)`,
      table.id,
    ),
    index('jobs_in_progress_idx')
      .on(table.accountId)
      .where(sql`${table.status} = 'in_progress'`),
    index('jobs_trash_idx')
      .on(table.accountId, table.trashedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.trashedAt} is not null`),
    index('jobs_archived_idx')
      .on(table.accountId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`${table.archivedAt} is not null`),
    check('jobs_canceled_is_failed', sql`${table.canceledAt} is null or ${table.status} = 'failed'`),
    check('jobs_failure_when_failed', sql`(${table.status} = 'failed') = (${table.failure} is not null)`),
    check('jobs_trashed_has_ended', sql`${table.trashedAt} is null or ${table.status} <> 'in_progress'`),
    check(
      'jobs_media_has_a_source',
      sql`${table.mode} = 'test' or ${table.mediaUrl} is not null or ${table.mediaKey} is not null
        or ${table.mediaRemovedAt} is not null`,
    ),
  ],
);

/** The job that a row belongs to, and is deleted with. */
export const jobId = () =>
  text('job_id')
    .notNull()
    .references(() => jobs.id, { onDelete: 'cascade' });
