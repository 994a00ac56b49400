import { showFoundJob } from '#app/(account)/show-job';
import type { SignedIn } from '#app/session';
import type { JobsChange } from '#components/account/jobs/jobs-desk';
import { readAccount } from '#lib/accounts/read-account';
import { readJobs } from '#lib/jobs/read-jobs';
import { waitingJobs } from '#lib/jobs/waiting-jobs';
import { watchJobs } from '#lib/jobs/watch-jobs';
import { log } from '#lib/log';

/** Changes that come together are told together. */
const gatherMs = 200;
const heartbeatMs = 20_000;
/** A stream ends now and then and the browser comes back: a session that was ended sees no more than this. */
const longestMs = 5 * 60_000;
/** Of more waiting jobs than these, the later ones learn of their place when they come nearer. */
const mostWaiting = 200;

/** What has happened since the last message. */
interface Pending {
  jobIds: Set<string>;
  queueMoved: boolean;
}

/** A stream of server-sent events, each with the account's jobs that have changed, until the signal aborts. */
export function streamJobs(
  who: Pick<SignedIn, 'db' | 'accountId'>,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => {};
  return new ReadableStream({
    start(controller) {
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      send('retry: 1000\n\n');
      const close = (): void => {
        end();
        controller.close();
      };
      const watching = watch(who, send, close);
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
      const age = setTimeout(close, longestMs);
      signal.addEventListener('abort', close);
      end = () => {
        end = () => {};
        watching.end();
        clearInterval(heartbeat);
        clearTimeout(age);
        signal.removeEventListener('abort', close);
      };
    },
    cancel: () => end(),
  });
}

function watch(
  who: Pick<SignedIn, 'db' | 'accountId'>,
  send: (text: string) => void,
  close: () => void,
): { end(): void } {
  let pending: Pending = { jobIds: new Set(), queueMoved: false };
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const tell = async (): Promise<void> => {
    const news = pending;
    pending = { jobIds: new Set(), queueMoved: false };
    try {
      const change = await readChange(who, news);
      timer = undefined;
      if (hasEnded) return;
      if (change !== undefined) send(`event: jobs\ndata: ${JSON.stringify(change)}\n\n`);
      if (pending.jobIds.size > 0 || pending.queueMoved) gather();
    } catch (error) {
      log().error({ err: error }, 'changes of jobs could not be read');
      timer = undefined;
      if (!hasEnded) send('event: gap\ndata:\n\n');
    }
  };
  const gather = (): void => {
    timer ??= setTimeout(() => void tell(), gatherMs);
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
    onGap: () => send('event: gap\ndata:\n\n'),
    // The server would wait for its streams before it stops.
    onLeave: close,
  });
  return {
    end() {
      hasEnded = true;
      clearTimeout(timer);
      stop();
    },
  };
}

async function readChange(
  { db, accountId }: Pick<SignedIn, 'db' | 'accountId'>,
  { jobIds, queueMoved }: Pending,
): Promise<JobsChange | undefined> {
  const waiting = queueMoved ? await waitingJobs(db, { accountId, limit: mostWaiting }) : [];
  const asked = [...new Set([...jobIds, ...waiting])];
  if (asked.length === 0) return undefined;
  const [found, { balanceCents }] = await Promise.all([
    readJobs(db, { accountId, jobIds: asked }),
    readAccount(db, { accountId }),
  ]);
  const there = new Set(found.map(({ job }) => job.id));
  return { jobs: found.map(showFoundJob), gone: asked.filter((id) => !there.has(id)), balanceCents };
}
