import { readCredit } from '#app/(account)/jobs/read-credit';
import { presentFoundJob } from '#app/(account)/present-job';
import type { Session } from '#app/session';
import { readSession } from '#lib/accounts/sessions/read-session';
import type { JobsChange } from '#components/jobs/live/jobs-query.ts';
import { streamEvents, type EventSink } from '#lib/events/event-stream';
import { readJobs } from '#lib/jobs/read/read-jobs';
import { waitingJobs } from '#lib/jobs/read/waiting-jobs';
import { watchJobs } from '#lib/jobs/read/watch-jobs';
import { log } from '#lib/settings/log';

/** Changes within this time are sent together, in milliseconds. */
const gatherMs = 200;
/** Waiting jobs beyond this number get their position only as they move up. */
const maxWaiting = 200;

/** Changes since the last message. */
interface Pending {
  jobIds: Set<string>;
  queueMoved: boolean;
  /** Jobs were restored somewhere in the list, which must be read again. */
  listChanged: boolean;
}

/** The account to watch, and the session that the stream depends on. */
type Viewer = Pick<Session, 'db' | 'accountId' | 'sessionId'>;

/**
 * Streams an account's changed jobs as server-sent events until aborted. `ended` is sent last, with the session's end.
 */
export function streamJobs(who: Viewer, signal: AbortSignal): ReadableStream<Uint8Array> {
  return streamEvents(signal, (sink) => watch(who, sink));
}

function watch(who: Viewer, { send, close }: EventSink): () => void {
  let pending = nothing();
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const flush = async (): Promise<void> => {
    const batch = pending;
    pending = nothing();
    try {
      const isSignedIn = (await readSession(who.db, who)) !== undefined;
      if (hasEnded) return;
      if (!isSignedIn) {
        send({ name: 'ended' });
        return close();
      }
      const change = await readChange(who, batch);
      timer = undefined;
      if (hasEnded) return;
      if (change !== undefined) send({ name: 'jobs', data: change });
      if (batch.listChanged) send({ name: 'gap' });
      if (pending.jobIds.size > 0 || pending.queueMoved || pending.listChanged) gather();
    } catch (error) {
      log().error({ err: error }, 'reading job changes failed');
      timer = undefined;
      if (!hasEnded) send({ name: 'gap' });
    }
  };
  const gather = (): void => {
    timer ??= setTimeout(() => void flush(), gatherMs);
  };
  const stop = watchJobs(who, {
    onJob: (jobId) => {
      pending.jobIds.add(jobId);
      gather();
    },
    onQueue: () => {
      pending.queueMoved = true;
      gather();
    },
    onList: () => {
      pending.listChanged = true;
      gather();
    },
    onGap: () => send({ name: 'gap' }),
    // A stopping server would wait for open streams.
    onLeave: close,
  });
  return () => {
    hasEnded = true;
    clearTimeout(timer);
    stop();
  };
}

function nothing(): Pending {
  return { jobIds: new Set(), queueMoved: false, listChanged: false };
}

async function readChange(
  { db, accountId }: Pick<Session, 'db' | 'accountId'>,
  { jobIds, queueMoved }: Pending,
): Promise<JobsChange | undefined> {
  const waiting = queueMoved ? await waitingJobs(db, { accountId, limit: maxWaiting }) : [];
  const asked = [...new Set([...jobIds, ...waiting])];
  if (asked.length === 0) return undefined;
  const [found, credit] = await Promise.all([
    readJobs(db, { accountId, jobIds: asked }),
    readCredit({ db, accountId }),
  ]);
  const there = new Set(found.map(({ job }) => job.id));
  return { jobs: found.map(presentFoundJob), gone: asked.filter((id) => !there.has(id)), credit };
}
