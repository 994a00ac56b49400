import { z } from 'zod';
import { jobsChannel } from '#lib/events/announce-job';
import { listen, type Listener } from '#lib/events/listen';

/** What a watcher of an account's jobs receives. */
export interface JobsWatcher extends Pick<Listener, 'onGap' | 'onLeave'> {
  /** A job of the account has changed, or is gone. */
  onJob(jobId: string): void;
  /** The order of the waiting jobs may have changed. */
  onQueue(): void;
  /** A job has come back into lists, somewhere in their order. */
  onList(): void;
}

const announcement = z.object({
  accountId: z.string(),
  jobId: z.string(),
  reach: z.enum(['job', 'queue', 'list']),
});

/** Calls the watcher of the account's jobs from now on, within milliseconds of a commit. Returns an unsubscribe function. */
export function watchJobs({ accountId }: { accountId: string }, watcher: JobsWatcher): () => void {
  const { stop } = listen(jobsChannel, {
    onMessage: (payload) => {
      const { accountId: owner, jobId, reach } = announcement.parse(JSON.parse(payload));
      if (owner === accountId) watcher.onJob(jobId);
      if (reach === 'queue') watcher.onQueue();
      if (reach === 'list' && owner === accountId) watcher.onList();
    },
    onGap: () => watcher.onGap(),
    onLeave: () => watcher.onLeave(),
  });
  return stop;
}
