import type { JobView } from '#components/jobs/list/job-list';

/** The account's jobs in progress, and the submission time of the newest job. */
export interface JobWatch {
  running: ReadonlySet<string>;
  newest: string;
}

/** The state after the initial load, in which no job counts as newly ended. */
export function beginWatch(jobs: readonly JobView[]): JobWatch {
  return {
    running: new Set(jobs.filter((job) => !hasEnded(job)).map(({ id }) => id)),
    newest: findNewest('', jobs),
  };
}

/** The jobs that ended since the last call, including new ones, but not those that the owner canceled. */
export function findEnded(watch: JobWatch, jobs: readonly JobView[]): { ended: JobView[]; watch: JobWatch } {
  const isNews = ({ id, submittedAt }: JobView) => watch.running.has(id) || submittedAt > watch.newest;
  const unique = [...new Map(jobs.map((job) => [job.id, job])).values()];
  const ended = unique.filter((job) => hasEnded(job) && isNews(job));
  const running = new Set(watch.running);
  for (const job of unique) {
    if (hasEnded(job)) running.delete(job.id);
    else running.add(job.id);
  }
  return {
    ended: ended.filter(({ state }) => state.kind !== 'failed' || !state.isCanceled),
    watch: { running, newest: findNewest(watch.newest, unique) },
  };
}

function hasEnded({ state: { kind } }: JobView): boolean {
  return kind === 'transcribed' || kind === 'failed';
}

function findNewest(known: string, jobs: readonly JobView[]): string {
  return jobs.reduce((newest, { submittedAt }) => (submittedAt > newest ? submittedAt : newest), known);
}
