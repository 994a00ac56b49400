import type { AtDoor } from '#app/editor/at-door';
import { keepTrying } from '#app/editor/keep-trying';
import { log } from '#lib/log';
import { readChanges } from '#lib/transcripts/read-changes';
import type { Person } from '#lib/transcripts/together/announce-editor';
import { readRevisionNews, type RevisionNews } from '#lib/transcripts/together/read-revision-news';
import { watchEditor, type SavedNews } from '#lib/transcripts/together/watch-editor';

const heartbeatMs = 20_000;
/** A stream ends now and then and the browser comes back, so that none is left behind for ever. */
const longestMs = 5 * 60_000;

type Visit = Pick<AtDoor, 'db' | 'jobId' | 'accountId' | 'closesAt' | 'whyClosed'>;

/**
 * A stream of server-sent events of a transcript: revisions after `since`, each once and in order, who is there, and the end
 * of the visit. It ends by itself when anything fails: the browser comes back with the last revision it has.
 */
export function streamEditor(visit: Visit, since: number, signal: AbortSignal): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let end = (): void => {};
  return new ReadableStream({
    start(controller) {
      const send = (text: string): void => controller.enqueue(encoder.encode(text));
      const close = (): void => {
        end();
        controller.close();
      };
      send('retry: 1000\n\n');
      const stop = follow(visit, { since, send, close: () => close() });
      const heartbeat = setInterval(() => send(': still here\n\n'), heartbeatMs);
      const age = setTimeout(() => close(), longestMs);
      const onAbort = (): void => close();
      signal.addEventListener('abort', onAbort);
      end = () => {
        end = () => {};
        stop();
        clearInterval(heartbeat);
        clearTimeout(age);
        signal.removeEventListener('abort', onAbort);
      };
    },
    cancel: () => end(),
  });
}

interface Line {
  since: number;
  send: (text: string) => void;
  close: () => void;
}

function follow(visit: Visit, { since, send, close }: Line): () => void {
  let hasEnded = false;
  let sent = since;
  let turn = Promise.resolve();
  // One after the other: revisions must come in order.
  const inTurn = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch((error: unknown) => {
      log().warn({ err: error, jobId: visit.jobId }, 'the stream of an editor was cut short');
      if (!hasEnded) close();
    });
  };
  const tellRevision = (news: RevisionNews | undefined, client: string | undefined): void => {
    if (news === undefined || hasEnded) return;
    sent = news.revision;
    send(`id: ${sent}\n${event('revision', { ...news, client })}`);
  };
  const catchUp = async (): Promise<void> => {
    if (!hasEnded) tellRevision(await readMissed(visit, sent), undefined);
  };
  const onRevision = (news: SavedNews): void =>
    inTurn(async () => {
      if (hasEnded || news.revision <= sent) return;
      if (news.revision > sent + 1) return catchUp();
      tellRevision(await news.read(), news.client);
    });
  const tryDoor = async (): Promise<void> => {
    if (hasEnded) return;
    const reason = await visit.whyClosed();
    if (reason === undefined || hasEnded) return;
    send(event('ended', { reason }));
    close();
  };
  const stop = watchEditor(visit, {
    onRevision,
    onPeople: (people) => send(event('people', people.map(withoutLink))),
    onDoors: () => inTurn(tryDoor),
    onMedia: () => send(event('media', {})),
    onGap: () => inTurn(catchUp),
    onLeave: close,
  });
  const stopTrying = keepTrying(visit, () => inTurn(tryDoor));
  inTurn(catchUp);
  return () => {
    hasEnded = true;
    stop();
    stopTrying();
  };
}

/** What has been saved after a revision, as one change. */
async function readMissed({ db, accountId, jobId }: Visit, since: number): Promise<RevisionNews | undefined> {
  const { revision } = await readChanges(db, { accountId, jobId }, since);
  return revision === since ? undefined : readRevisionNews(db, { jobId, since, revision });
}

function event(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function withoutLink({ linkId: _linkId, ...shown }: Person): Omit<Person, 'linkId'> {
  return shown;
}
