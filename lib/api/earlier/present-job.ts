import { presentJob as presentCurrent } from '#lib/api/v1/present-job';
import type { FailureReason, Job } from '#lib/jobs/job';
import type { JobSummary } from '#lib/jobs/read/job-summary';

const statuses: Record<Job['status'], string> = {
  in_progress: 'inprogress',
  transcribed: 'transcribed',
  failed: 'failed',
};

const failures: Record<FailureReason, string> = {
  unspecified: 'unspecified',
  download_failure: 'sourceDownload',
  insufficient_balance: 'unspecified',
  invalid_media: 'transcription',
};

/** A job as the earlier revision shows it: older words, and none of the members that are newer. */
export function presentJob(job: JobSummary): Record<string, unknown> {
  const {
    callback_url: _,
    delete_after_seconds: __,
    task: ___,
    recognizes: ____,
    status,
    failure,
    ...same
  } = presentCurrent(job);
  return {
    ...same,
    status: statuses[status],
    ...(failure !== undefined && { failure: failures[failure] }),
  };
}
