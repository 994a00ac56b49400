import { z } from 'zod';
import { jobId } from '#lib/api/v1/schemas';
import type { ApiMode } from '#lib/accounts/api-keys/api-key';
import type { Job, JobSummary } from '#lib/jobs/job';
import { formatLength, formatPercent } from '#lib/messages/format';
import { env } from '#lib/settings/env';

/* Schemas shared by several tools. Models read the names, so they include units. */

/** Maximum length of a page's cursor. */
const maxCursor = 400;

export const givenJobId = jobId.describe(
  'Id of a job, from submit_recording, list_jobs or search_transcripts.',
);

export const givenCursor = z
  .string()
  .max(maxCursor)
  .optional()
  .describe('next_cursor of the previous page. Leave out for the first page.');

export const nextCursor = z
  .string()
  .optional()
  .describe('Pass as cursor to get the next page. Left out on the last page.');

export const usd = z.number().nonnegative();

/** A job as shown by all tools. */
export const shownJob = z.object({
  id: z.string(),
  name: z.string().describe('Name of the file.'),
  status: z.enum(['in_progress', 'transcribed', 'failed']),
  created_on: z.string().describe('ISO 8601 in UTC.'),
  duration_seconds: z.int().optional().describe('Length of the recording, once known.'),
  queue_position: z.int().optional().describe('Position in the queue, from 1. Left out once work has begun.'),
  progress_percent: z
    .int()
    .optional()
    .describe('Share of the recording recognized so far, while in progress.'),
  failure: z.string().optional().describe('Kind of failure, if the job failed.'),
  failure_detail: z.string().optional().describe('Reason for the failure, for the user.'),
  metadata: z.string().optional().describe('Metadata given at submission.'),
  editor_url: z.string().describe('Opens the transcript in the editor once the job is transcribed.'),
});

/** Returns the address of a job in the editor, opened at the given milliseconds if any. */
export function toEditorUrl(jobId: string, atMs?: number): string {
  return `${env().baseUrl}/editor/${jobId}${atMs === undefined ? '' : `?t=${atMs / 1000}`}`;
}

/** Returns the price of a minute in cents, 0 in the sandbox. */
export function getCentsPerMinute(mode: ApiMode): number {
  return mode === 'test' ? 0 : env().priceCentsPerMinute;
}

/** Presents a job as shown by all tools; `position` is its position in the queue. */
export function showJob(job: JobSummary | Job, position: number | undefined): z.input<typeof shownJob> {
  return {
    id: job.id,
    name: job.name,
    status: job.status,
    created_on: job.createdAt.toISOString(),
    duration_seconds: job.durationSeconds === null ? undefined : Math.ceil(job.durationSeconds),
    queue_position: position,
    progress_percent: job.status === 'in_progress' ? Math.floor(job.progress * 100) : undefined,
    failure: job.failure ?? undefined,
    failure_detail: job.failureDetail ?? undefined,
    metadata: job.metadata ?? undefined,
    editor_url: toEditorUrl(job.id),
  };
}

/** Describes a job in one line. */
export function describeJob(job: z.input<typeof shownJob>): string {
  const length = job.duration_seconds === undefined ? '' : `, ${formatLength(job.duration_seconds)} long`;
  return `Job ${job.id}, “${job.name}”${length}: ${describeState(job)}`;
}

function describeState(job: z.input<typeof shownJob>): string {
  switch (job.status) {
    case 'transcribed':
      return `transcribed. ${job.editor_url}`;
    case 'failed':
      return `failed. ${job.failure_detail ?? ''}`.trim();
    case 'in_progress':
      if (job.queue_position !== undefined) return `waiting, number ${job.queue_position} in the queue.`;
      if (job.progress_percent === 0) return 'in progress, nothing is recognized yet.';
      return `in progress, ${formatPercent(job.progress_percent ?? 0)} recognized.`;
  }
}
