import { showRecognition } from '#app/(account)/show-recognition';
import type { ShownJob } from '#components/account/job-list';
import type { ShownState } from '#components/account/job-status';
import { jobsTexts as texts } from '#components/texts/jobs';
import { priceCents } from '#lib/accounts/price';
import { env } from '#lib/env';
import type { FoundJob } from '#lib/jobs/find-jobs';
import type { Job } from '#lib/jobs/job';

/** A job as the pages of its owner show it. */
export function showJob(job: Job): ShownJob {
  return {
    id: job.id,
    name: job.name,
    metadata: job.metadata ?? undefined,
    placedAt: job.createdAt.toISOString(),
    length: job.durationSeconds === null ? undefined : toLength(job.durationSeconds),
    state: showState(job),
    recognition: showRecognition(job.recognition),
  };
}

/** A job as a list shows it, with its place in the queue and what was found in its transcript. */
export function showFoundJob({ job, position, passage }: FoundJob): ShownJob {
  const shown = showJob(job);
  return {
    ...shown,
    state: shown.state.kind === 'waiting' ? { kind: 'waiting', position } : shown.state,
    passage: passage && {
      before: passage.before,
      match: passage.match,
      after: passage.after,
      href: `/editor/${job.id}?t=${passage.startMs / 1000}`,
    },
  };
}

function showState(job: Job): ShownState {
  switch (job.status) {
    case 'in_progress':
      if (job.startedAt === null) return { kind: 'waiting', position: undefined };
      // Only the end of the job makes it complete.
      return {
        kind: 'in-progress',
        percent: Math.min(99, Math.floor(job.progress * 100)),
        secondsLeft: secondsLeft(job, job.startedAt),
      };
    case 'transcribed':
      return { kind: 'transcribed', href: `/editor/${job.id}` };
    case 'failed':
      return {
        kind: 'failed',
        title: texts.failures[job.failure ?? 'unspecified'],
        detail: job.failureDetail ?? undefined,
        retryCents: priceCents(job.durationSeconds ?? 0, env().priceCentsPerMinute),
      };
  }
}

/** How long the rest takes if it goes on as it went so far; unknown at the beginning. */
function secondsLeft({ progress }: Job, startedAt: Date): number | undefined {
  if (progress < 0.02) return undefined;
  const passedSeconds = (Date.now() - startedAt.getTime()) / 1000;
  return Math.max(1, Math.round((passedSeconds / progress) * (1 - progress)));
}

/** Seconds, rounded up, as m:ss or h:mm:ss. */
export function toLength(durationSeconds: number): string {
  const seconds = Math.ceil(durationSeconds);
  const two = (n: number): string => String(n).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const clock = `${minutes % 60}:${two(seconds % 60)}`;
  return minutes < 60 ? clock : `${Math.floor(minutes / 60)}:${clock.padStart(5, '0')}`;
}
