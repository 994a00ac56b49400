import { z } from 'zod';
import { database } from '#lib/db/database';
import { jobsChannel } from '#lib/events/announce-job';
import { listen, type Listener } from '#lib/events/listen';
import { findWaitingAccounts } from '#lib/jobs/read/waiting-jobs';
import { log } from '#lib/settings/log';

/** A watcher of an account's jobs. */
export interface JobsWatcher extends Pick<Listener, 'onGap' | 'onLeave'> {
  /** A job of the account has changed or was deleted. */
  onJob(jobId: string): void;
  /** The queue positions of the account's waiting jobs may have changed. */
  onQueue(): void;
  /** A job has returned to lists, at any position. */
  onList(): void;
}

const announcement = z.object({
  accountId: z.string(),
  jobId: z.string(),
  reach: z.enum(['job', 'queue', 'list']),
});

/** Debounces queue changes. */
const gatherMs = 200;

/** The watchers of this process, by account: a notification is read once, regardless of their number. */
const watchers = new Map<string, Set<JobsWatcher>>();
let isListening = false;
let queueTimer: NodeJS.Timeout | undefined;

/** Calls the watcher of an account's jobs, within milliseconds of a commit. Returns an unsubscribe function. */
export function watchJobs({ accountId }: { accountId: string }, watcher: JobsWatcher): () => void {
  const own = watchers.get(accountId) ?? new Set();
  watchers.set(accountId, own.add(watcher));
  if (!isListening) startListening();
  return () => {
    own.delete(watcher);
    if (own.size === 0 && watchers.get(accountId) === own) watchers.delete(accountId);
  };
}

function startListening(): void {
  isListening = true;
  listen(jobsChannel, {
    onMessage: (payload) => {
      const { accountId, jobId, reach } = announcement.parse(JSON.parse(payload));
      const own = watchers.get(accountId) ?? [];
      for (const watcher of own) {
        watcher.onJob(jobId);
        if (reach === 'list') watcher.onList();
      }
      if (reach === 'queue') queueTimer ??= setTimeout(() => void tellWaiting(), gatherMs);
    },
    onGap: () => all().forEach((watcher) => watcher.onGap()),
    onLeave: () => {
      isListening = false;
      all().forEach((watcher) => watcher.onLeave());
    },
  });
}

/** Queue positions matter only to the few accounts with waiting jobs, which one query finds. */
async function tellWaiting(): Promise<void> {
  const accountIds = [...watchers.keys()];
  try {
    const waiting = accountIds.length === 0 ? [] : await findWaitingAccounts(database().db, accountIds);
    for (const accountId of waiting) watchers.get(accountId)?.forEach((watcher) => watcher.onQueue());
  } catch (error) {
    // An outage ends with a gap, and the next queue change covers this one.
    log().error({ err: error }, 'reading queue positions failed');
  } finally {
    queueTimer = undefined;
  }
}

function all(): JobsWatcher[] {
  return [...watchers.values()].flatMap((own) => [...own]);
}
