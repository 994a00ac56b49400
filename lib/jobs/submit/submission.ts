import type { JobDialect, jobs, Passage } from '#drizzle/schema/jobs';
import type { Job } from '#lib/jobs/job';
import type { GivenParagraphs } from '#lib/jobs/read/read-given-transcript';
import type { Idempotency } from '#lib/jobs/submit/idempotency';
import { nameJob } from '#lib/jobs/submit/media-name';
import type { RequestHeaders } from '#lib/net/request-headers';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import type { TextOptions } from '#lib/transcript/text/apply-text-options';

/** Media in storage. The length is undefined if it couldn't be read: the worker then finds out why. */
export interface UploadedMedia {
  key: string;
  bytes: number;
  fileName: string;
  durationSeconds: number | undefined;
}

/** Options of a job, uploaded or fetched. */
export interface JobOptions {
  recognition?: RecognitionOptions | undefined;
  /** Defaults to the name of the file or URL. */
  name?: string | undefined;
  /** Formatting of the machine's text; undefined for text as recognized. */
  textOptions?: TextOptions | undefined;
  deleteAfterSeconds?: number | undefined;
}

/** A submission of an account. */
export interface Submission extends JobOptions {
  accountId: string;
  media: UploadedMedia | { mediaUrl: string };
  callbackUrl?: string | undefined;
  metadata?: string | undefined;
  /** Defaults to the API. */
  origin?: Job['origin'];
  /** Headers for fetching a `mediaUrl`; never sent to another origin after a redirect. */
  mediaHeaders?: RequestHeaders | undefined;
  /** Headers for the callback, kept until it is delivered or given up. */
  callbackHeaders?: RequestHeaders | undefined;
  /** Defaults to our own API. */
  dialect?: JobDialect | undefined;
  /** The text to align, if that is the job's task. */
  transcript?: GivenParagraphs | undefined;
  /** The id of the first job, for a repeated recognition. */
  recognizes?: string | undefined;
  passage?: Passage | undefined;
  /** Defaults to recognizing words. */
  task?: Job['task'] | undefined;
}

/** The price of a minute of work in cents, and the key of a repeatable submission. */
export interface SubmitOptions {
  priceCentsPerMinute: number;
  idempotency?: Idempotency | undefined;
}

/** Returns the columns that a live or sandbox submission sets. */
export function toColumns(submission: Submission) {
  const { accountId, media, callbackUrl, metadata, recognition: recognitionOptions } = submission;
  const { textOptions, deleteAfterSeconds, dialect, recognizes, passage, task } = submission;
  return {
    ...{ accountId, callbackUrl, metadata, recognitionOptions },
    ...{ textOptions, deleteAfterSeconds, dialect, recognizes, passage, task },
    ...nameJob(submission),
    mediaUrl: 'mediaUrl' in media ? media.mediaUrl : null,
  } satisfies Partial<typeof jobs.$inferInsert>;
}

/** Restores the submission of a job, without media, headers and transcript. */
export function toSubmission(job: Job): Omit<Submission, 'media'> {
  return {
    accountId: job.accountId,
    name: job.nameChosen ? job.name : undefined,
    callbackUrl: job.callbackUrl ?? undefined,
    metadata: job.metadata ?? undefined,
    recognition: job.recognitionOptions ?? undefined,
    textOptions: job.textOptions ?? undefined,
    deleteAfterSeconds: job.deleteAfterSeconds ?? undefined,
    dialect: job.dialect ?? undefined,
    recognizes: job.recognizes ?? undefined,
    passage: job.passage ?? undefined,
    task: job.task,
  };
}
