import type { AuthorizedRequest } from '#app/editor/with-access';
import { recheckAccess, shareCheck } from '#app/editor/check-access';
import { streamEvents, type EventSink } from '#lib/events/event-stream';
import { createFairQueue } from '#lib/fair-queue';
import { log } from '#lib/settings/log';
import { createRecentMap } from '#lib/api/limits/recent-map';
import { findRevision } from '#lib/revisions/find-transcribed';
import type { Person } from '#lib/events/announce-editor';
import { getJob } from '#lib/jobs/read/get-job';
import { readRevisionEvent, type RevisionEvent } from '#lib/revisions/presence/read-revision-event';
import { watchEditor, type SavedEvent } from '#lib/revisions/presence/watch-editor';

/** Many clients can reconnect at once, any number of revisions behind: each account has one read at a time. */
const catchUps = createFairQueue({ slots: 2, maxWaitMs: 60_000 });

/** The reads under way, by job and revision, shared by concurrent requests. */
const reading = new Map<string, Promise<RevisionEvent | undefined>>();
/** The last ones read: after a restart, every browser asks for what the first one got. */
const lastRead = createRecentMap<RevisionEvent>({ max: 4, milliseconds: 10_000 });

type Viewer = Pick<
  AuthorizedRequest,
  'db' | 'jobId' | 'accountId' | 'expiresAt' | 'accessKey' | 'checkAccess'
>;

/** Streams a transcript's name, revisions after `since` in order, people, and end of access. Any failure ends it. */
export function streamEditor(viewer: Viewer, since: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  return streamEvents(signal, (sink) => follow(viewer, since, sink));
}

function follow(viewer: Viewer, since: number, { send, close }: EventSink): () => void {
  let hasEnded = false;
  let sent = since;
  let turn = Promise.resolve();
  // Events are sent one at a time, so that revisions stay in order.
  const inTurn = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch((error: unknown) => {
      log().warn({ err: error, jobId: viewer.jobId }, 'editor event stream failed');
      if (!hasEnded) close();
    });
  };
  const sendRevision = (event: RevisionEvent | undefined, client: string | undefined): void => {
    if (event === undefined || hasEnded) return;
    sent = event.revision;
    send({ name: 'revision', id: sent, data: { ...event, client } });
  };
  const catchUp = async (): Promise<void> => {
    if (hasEnded) return;
    const missed = await shareMissed(viewer, sent);
    if (missed === undefined || hasEnded) return;
    sent = missed.revision;
    // The same object for all who wait: it is put in words once.
    send({ name: 'revision', id: sent, data: missed });
  };
  const sendName = (name: string): void => {
    if (!hasEnded) send({ name: 'name', data: { name } });
  };
  const readName = async (): Promise<void> => {
    if (!hasEnded) sendName((await getJob(viewer.db, viewer)).name);
  };
  const onRevision = (event: SavedEvent): void =>
    inTurn(async () => {
      if (hasEnded || event.revision <= sent) return;
      if (event.revision > sent + 1) return catchUp();
      sendRevision(await event.read(), event.client);
    });
  const shared = shareCheck(viewer);
  const recheck = async (check: typeof viewer.checkAccess): Promise<void> => {
    if (hasEnded) return;
    const reason = await check();
    if (reason === undefined || hasEnded) return;
    send({ name: 'ended', data: { reason } });
    close();
  };
  const stop = watchEditor(viewer, {
    onRevision,
    onPeople: (people) => send({ name: 'people', data: people.map(withoutLink) }),
    onAccess: () => inTurn(() => recheck(viewer.checkAccess)),
    onMedia: () => send({ name: 'media', data: {} }),
    onRenamed: (name) => inTurn(async () => sendName(name)),
    onGap: () => {
      inTurn(catchUp);
      inTurn(readName);
    },
    onLeave: close,
  });
  const stopRechecks = recheckAccess(viewer, (isDue) =>
    inTurn(() => recheck(isDue ? viewer.checkAccess : shared.check)),
  );
  inTurn(catchUp);
  inTurn(readName);
  return () => {
    hasEnded = true;
    stop();
    stopRechecks();
    shared.leave();
  };
}

/** Calls `readMissed` once for all concurrent streams with the same request, in turns with other accounts. */
function shareMissed(viewer: Viewer, since: number): Promise<RevisionEvent | undefined> {
  const key = `${viewer.jobId} ${since}`;
  const underWay = reading.get(key);
  if (underWay !== undefined) return underWay;
  const read = catchUps
    .run(viewer.accountId, () => readMissed(viewer, since))
    .finally(() => reading.delete(key));
  reading.set(key, read);
  return read;
}

/** Everything saved after a revision, as one change. */
async function readMissed(
  { db, accountId, jobId }: Viewer,
  since: number,
): Promise<RevisionEvent | undefined> {
  const { latestRevision: revision } = await findRevision(db, { accountId, jobId }, since);
  if (revision === since) return undefined;
  const key = `${jobId} ${since}`;
  const known = lastRead.get(key);
  if (known?.revision === revision) return known;
  const event = await readRevisionEvent(db, { jobId, since, revision });
  if (event !== undefined) lastRead.set(key, event);
  return event;
}

function withoutLink({ linkId: _linkId, ...shown }: Person): Omit<Person, 'linkId'> {
  return shown;
}
