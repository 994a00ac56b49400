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

/** Many clients may reconnect at once, any number of revisions behind, so each account reads one at a time. */
const catchUps = createFairQueue({ slots: 2, maxWaitMs: 60_000 });

/** Ongoing reads by job and revision, shared by concurrent requests. */
const reading = new Map<string, Promise<RevisionEvent | undefined>>();
/** The latest reads: after a restart, all browsers request the same change. */
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
  // Sends one event at a time to keep revisions in order.
  const inTurn = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch((error: unknown) => {
      log().warn({ err: error, jobId: viewer.jobId }, 'editor event stream failed');
      if (!hasEnded) close();
    });
  };
  const sendRevision = (event: RevisionEvent | undefined): void => {
    if (event === undefined || hasEnded) return;
    sent = event.revision;
    send(event.bytes);
  };
  const catchUp = async (): Promise<void> => {
    if (!hasEnded) sendRevision(await shareMissed(viewer, sent));
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
      sendRevision(await event.read());
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

/** Calls `readMissed` once for all concurrent streams with the same request. Accounts take turns. */
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

/** Reads everything saved after a revision, as one change. */
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
