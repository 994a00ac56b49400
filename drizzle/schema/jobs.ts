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

/** The other service's API in which a job was submitted and is presented. Null for our own API. */
export interface JobDialect {
  name: 'revai';
  /** The submission's options as jobs show them, by their names in the dialect. */
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

/** A customer's transcription, of a `media_url` or an uploaded `media_key`. The sandbox (`test`) stores no media. */
export const jobs = pgTable(
  'jobs',
  {
    id: text().primaryKey(),
    accountId: accountId(),
    mode: apiMode().notNull().default('live'),
    /** The origin: the account's pages or the API. A `sample` comes with the account and is hidden from clients. */
    origin: text({ enum: ['site', 'api', 'sample'] })
      .notNull()
      .default('api'),
    /** The dialect of its submission and callback; null for our own API. */
    dialect: jsonb().$type<JobDialect>(),
    status: jobStatus().notNull().default('in_progress'),
    name: text().notNull(),
    /** True if a person or the submission chose the name; otherwise it is the file's or URL's. */
    nameChosen: boolean('name_chosen').notNull().default(false),
    metadata: text(),
    callbackUrl: text('callback_url'),
    mediaUrl: text('media_url'),
    /** Storage key of the media; null until a `media_url` has been fetched, and once deleted. */
    mediaKey: text('media_key'),
    /** When the media was deleted by the account's retention. The transcript stays, and possibly the rendition. */
    mediaRemovedAt: timestamp('media_removed_at', { withTimezone: true }),
    /** Storage keys of the rendition and its waveform; both or neither. */
    renditionKey: text('rendition_key'),
    renditionType: text('rendition_type', { enum: ['audio/mp4', 'video/mp4'] }),
    peaksKey: text('peaks_key'),
    /** True if the recording has a picture; null until checked. */
    hasPicture: boolean('has_picture'),
    /** When the tasks that encode its picture were enqueued, if the sound was ready first. */
    pictureAskedAt: timestamp('picture_asked_at', { withTimezone: true }),
    /** Storage key of the rendition with this picture; the one with only sound stays. */
    pictureKey: text('picture_key'),
    /** Why there is no picture. */
    pictureFailure: text('picture_failure'),
    /** When the rendition's task was enqueued. */
    renditionAskedAt: timestamp('rendition_asked_at', { withTimezone: true }),
    /** Starts of work on the rendition; counted again for joining the picture's parts. */
    renditionStarts: integer('rendition_starts').notNull().default(0),
    /** Why there is no rendition. */
    renditionFailure: text('rendition_failure'),
    mediaBytes: bigint('media_bytes', { mode: 'number' }),
    durationSeconds: doublePrecision('duration_seconds'),
    /** The amount held for a job in progress, or the price of a transcribed one. */
    priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
    /** The part of the recording already recognized, 0 to 1. */
    progress: real()
      .notNull()
      .default(sql`0`),
    /** When `progress` last increased. */
    progressAt: timestamp('progress_at', { withTimezone: true }),
    /** Starts since the last progress: a task that keeps crashing its process is given up. */
    startsWithoutProgress: integer('starts_without_progress').notNull().default(0),
    /** The number of the latest saved edit; 0 until the first. */
    latestRevision: integer('latest_revision').notNull().default(0),
    /** When an edit was last saved. */
    lastModifiedAt: timestamp('last_modified_at', { withTimezone: true }),
    /** The share of passages to review that people have reviewed, 0 to 1; null until measured. */
    reviewedShare: doublePrecision('reviewed_share'),
    /** Recognition options of the submission, if any. */
    recognitionOptions: jsonb('recognition_options').$type<RecognitionOptions>(),
    /** Text options of the submission; null for text as recognized. */
    textOptions: jsonb('text_options').$type<TextOptions>(),
    /** Seconds from its end until the job is deleted; null if only the account's retention applies. */
    deleteAfterSeconds: integer('delete_after_seconds'),
    /** The recognition record; null until recognition has begun. */
    recognition: jsonb().$type<RecognitionRecord>(),
    /** The id of the job that it recognizes again: its words become that transcript's next revision. */
    recognizes: text(),
    /** The passage to recognize; null for the whole recording. */
    passage: jsonb().$type<Passage>(),
    /** The task: recognizing words, aligning a given text with the sound, or only separating speakers. */
    task: text({ enum: ['recognize', 'align', 'speakers'] })
      .notNull()
      .default('recognize'),
    failure: jobFailure(),
    failureDetail: text('failure_detail'),
    createdAt: timestamp('created_at', { withTimezone: true, precision: 6 }).notNull().defaultNow(),
    startedAt: timestamp('started_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
    /** When its owner canceled it; its status is then `failed`. */
    canceledAt: timestamp('canceled_at', { withTimezone: true }),
    /** When its owner moved it to the trash; hidden everywhere else. */
    trashedAt: timestamp('trashed_at', { withTimezone: true }),
    /** When its owner archived it; hidden only from the list on the account's pages. */
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

/** References the job that a row belongs to, and is deleted with. */
export const jobId = () =>
  text('job_id')
    .notNull()
    .references(() => jobs.id, { onDelete: 'cascade' });
