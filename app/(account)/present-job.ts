import { explainFailure } from '#lib/jobs/failures/explain-failure';
import { presentRecognition } from '#app/(account)/present-recognition';
import type { JobView } from '#components/jobs/list/job-list';
import { formatLength } from '#lib/messages/format';
import type { JobStateView } from '#components/jobs/list/job-status';
import * as texts from '#messages/transcript-status';
import { getRate, priceCents } from '#lib/billing/price';
import { env } from '#lib/settings/env';
import { canRecognizeAgain } from '#lib/jobs/submit/recognize-again';
import type { FoundJob } from '#lib/search/find-jobs';
import type { Job, JobSummary } from '#lib/jobs/job';

/** A job for its owner's pages. */
export function presentJob(job: Job): JobView {
  return {
    id: job.id,
    name: job.name,
    metadata: job.metadata ?? undefined,
    submittedAt: job.createdAt.toISOString(),
    isSample: job.origin === 'sample',
    isArchived: job.archivedAt !== null,
    isAgain: job.recognizes !== null,
    canRecognizeAgain: canRecognizeAgain(job),
    length: job.durationSeconds === null ? undefined : formatLength(job.durationSeconds),
    reviewedPercent: job.reviewedShare === null ? undefined : job.reviewedShare * 100,
    state: presentState(job, job.recognizes ?? job.id),
    recognition: presentRecognition(job.recognition),
  };
}

/** A job for a list: with queue position, editing, tags, and the passage found in its transcript. */
export function presentFoundJob({ job, position, editing, tags, passage }: FoundJob): JobView {
  const shown = presentJob(job);
  return {
    ...shown,
    state: shown.state.kind === 'waiting' ? { kind: 'waiting', position } : shown.state,
    tags,
    edited: editing?.lastEdit && {
      at: editing.lastEdit.at.toISOString(),
      by: editing.lastEdit.authorKind === 'owner' ? undefined : editing.lastEdit.authorName,
    },
    passage: passage && {
      before: passage.before,
      match: passage.match,
      after: passage.after,
      href: `/editor/${job.id}?t=${passage.startMs / 1000}`,
    },
  };
}

/** A job's state for its owner's pages. `transcriptOf` is the job that has its transcript. */
export function presentState(job: JobSummary, transcriptOf = job.id): JobStateView {
  switch (job.status) {
    case 'in_progress':
      if (job.startedAt === null) return { kind: 'waiting', position: undefined };
      // Only the job's end makes it 100%.
      return {
        kind: 'in-progress',
        percent: Math.min(99, Math.floor(job.progress * 100)),
        secondsLeft: estimateSecondsLeft(job, new Date()),
      };
    case 'transcribed':
      return { kind: 'transcribed', href: `/editor/${transcriptOf}` };
    case 'failed': {
      const isCanceled = job.canceledAt !== null;
      const detail = job.failureDetail === null ? undefined : explainFailure(job.failureDetail);
      return {
        kind: 'failed',
        title: isCanceled ? texts.canceled() : texts.failures[job.failure ?? 'unspecified'](),
        detail: isCanceled ? undefined : detail,
        isCanceled,
        retryCents: priceCents(job.durationSeconds ?? 0, getRate(job.task, env())),
      };
    }
  }
}

/** Estimates the time left from the speed so far. Undefined at the start, and once the estimate is exceeded. */
export function estimateSecondsLeft(
  { progress, progressAt, startedAt }: Pick<Job, 'progress' | 'progressAt' | 'startedAt'>,
  now: Date,
): number | undefined {
  if (startedAt === null || progressAt === null || progress < 0.02) return undefined;
  const wholeMs = (progressAt.getTime() - startedAt.getTime()) / progress;
  const leftMs = startedAt.getTime() + wholeMs - now.getTime();
  return leftMs < 500 ? undefined : Math.round(leftMs / 1000);
}
