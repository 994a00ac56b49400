import { z } from 'zod';
import { database } from '#lib/db/database';
import { jobsChannel } from '#lib/jobs/announce-job';
import { log } from '#lib/log';

/*
 * One listening connection a process, shared by all who watch. Next bundles each route on its own, so it is kept on
 * globalThis.
 */

/** What one who watches an account's jobs is told. */
export interface JobsWatcher {
  /** A job of the account has changed, or is gone. */
  onJob(jobId: string): void;
  /** The order of the waiting jobs may have changed. */
  onQueue(): void;
  /** Changes may have been missed: the connection to the database was away. */
  onGap(): void;
  /** The process is told to end. */
  onLeave(): void;
}

type Watched = Map<JobsWatcher, string>;

const holder = globalThis as { longhandWatchedJobs?: Watched };

const announcement = z.object({
  accountId: z.string(),
  jobId: z.string(),
  reach: z.enum(['job', 'queue']),
});

/** Tells the watcher of the account's jobs from now on, within milliseconds of a commit. Returns what ends that. */
export function watchJobs({ accountId }: { accountId: string }, watcher: JobsWatcher): () => void {
  const watched = (holder.longhandWatchedJobs ??= listen());
  watched.set(watcher, accountId);
  return () => void watched.delete(watcher);
}

function listen(): Watched {
  const watched: Watched = new Map();
  const hear = (payload: string): void => {
    const { accountId, jobId, reach } = announcement.parse(JSON.parse(payload));
    for (const [watcher, owner] of watched) {
      if (owner === accountId) watcher.onJob(jobId);
      if (reach === 'queue') watcher.onQueue();
    }
  };
  // The driver listens again by itself when its connection was lost, and says so.
  const onListening = (): void => {
    for (const watcher of watched.keys()) watcher.onGap();
  };
  database()
    .sql.listen(jobsChannel, hear, onListening)
    .catch((error: unknown) => {
      log().error({ err: error }, 'changes of jobs cannot be listened for');
      delete holder.longhandWatchedJobs;
      onListening();
    });
  process.once('SIGTERM', () => {
    for (const watcher of [...watched.keys()]) watcher.onLeave();
  });
  return watched;
}
