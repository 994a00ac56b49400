import type { FailureReason, Job } from '#lib/jobs/job';

const failures: Record<FailureReason, string> = {
  unspecified: 'internal_processing',
  download_failure: 'download_failure',
  insufficient_balance: 'insufficient_balance',
  invalid_media: 'invalid_media',
};

/** Presents a job in Rev AI's format ("Get Job By Id"), with the options it was submitted with. */
export function presentJob(job: Job): Record<string, unknown> {
  return {
    id: job.id,
    status: job.status,
    created_on: job.createdAt.toISOString(),
    completed_on: job.endedAt?.toISOString(),
    name: job.name,
    type: 'async',
    metadata: job.metadata ?? undefined,
    duration_seconds: job.durationSeconds === null ? undefined : Math.round(job.durationSeconds * 100) / 100,
    failure: job.failure === null ? undefined : failures[job.failure],
    failure_detail: job.failureDetail ?? undefined,
    transcriber: 'machine',
    language: job.recognition?.language ?? undefined,
    ...(job.dialect?.shown ?? describeOptions(job)),
  };
}

/** Returns the options of a job that wasn't submitted by this dialect. */
function describeOptions(job: Job): Record<string, unknown> {
  const { recognitionOptions: asked, textOptions: text } = job;
  return {
    media_url: job.mediaUrl ?? undefined,
    callback_url: job.callbackUrl ?? undefined,
    delete_after_seconds: job.deleteAfterSeconds ?? undefined,
    ...(asked?.language !== undefined && asked.language !== 'auto' && { language: asked.language }),
    ...(asked?.speakers === 'off' && { skip_diarization: true }),
    ...(typeof asked?.speakers === 'number' && { speakers_count: asked.speakers }),
    filter_profanity: text?.filterProfanity,
    remove_disfluencies: text?.removeDisfluencies,
    skip_punctuation: text?.skipPunctuation,
  };
}
