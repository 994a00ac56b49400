import type { ShownJob } from '#components/account/job-list';
import type { ShownState } from '#components/account/job-status';
import type { FailureReason, Job } from '#lib/jobs/job';

const failures: Record<FailureReason, string> = {
  download_failure: 'Failed: could not be downloaded',
  insufficient_balance: 'Failed: balance too low',
  invalid_media: 'Failed: unusable file',
  unspecified: 'Failed',
};

/** A job as the pages of its owner show it. */
export function showJob(job: Job): ShownJob {
  return {
    id: job.id,
    name: job.name,
    placedAt: job.createdAt.toISOString(),
    length: job.durationSeconds === null ? undefined : toLength(job.durationSeconds),
    state: showState(job),
  };
}

function showState(job: Job): ShownState {
  switch (job.status) {
    case 'in_progress':
      if (job.startedAt === null) return { kind: 'waiting' };
      // Only the end of the job makes it complete.
      return { kind: 'in-progress', percent: Math.min(99, Math.floor(job.progress * 100)) };
    case 'transcribed':
      return { kind: 'transcribed', href: `/editor/${job.id}` };
    case 'failed':
      return {
        kind: 'failed',
        title: failures[job.failure ?? 'unspecified'],
        detail: job.failureDetail ?? undefined,
      };
  }
}

/** Seconds, rounded up, as m:ss or h:mm:ss. */
function toLength(durationSeconds: number): string {
  const seconds = Math.ceil(durationSeconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const clock = `${minutes % 60}:${two(seconds % 60)}`;
  return minutes < 60 ? clock : `${Math.floor(minutes / 60)}:${clock.padStart(5, '0')}`;
}
