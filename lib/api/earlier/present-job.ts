import { presentJob as presentCurrent } from '#lib/api/v1/present-job';
import type { FailureReason, Job, JobSummary } from '#lib/jobs/job';

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

/** Presents a job as in the earlier revision: older names, and without newer members. */
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
