import { database } from '#lib/db/database';
import { log } from '#lib/log';
import {
  editorChannel,
  editorNews,
  type EditorNews,
  type Person,
} from '#lib/transcripts/together/announce-editor';
import { readRevisionNews, type RevisionNews } from '#lib/transcripts/together/read-revision-news';

/*
 * One listening connection a process, shared by all open editors. Who is there is known to every process alike: each
 * hears every sign of life. Next bundles each route on its own, so it is kept on globalThis.
 */

/** Who gives no sign of life for so long has left. */
const awayMs = 15_000;
const lookMs = 1000;

/** A revision that was saved. Whoever reads it first reads it for all. */
export interface SavedNews {
  revision: number;
  client: string | undefined;
  read: () => Promise<RevisionNews | undefined>;
}

/** What one who watches a job's editors is told. */
export interface EditorWatcher {
  onRevision(news: SavedNews): void;
  onPeople(people: Person[]): void;
  /** The doors should be tried again. */
  onDoors(): void;
  onMedia(): void;
  /** News may have been missed: the connection to the database was away. */
  onGap(): void;
  /** The process is told to end. */
  onLeave(): void;
}

interface Room {
  watchers: Set<EditorWatcher>;
  people: Map<string, { person: Person; seenAt: number }>;
}

interface Hub {
  rooms: Map<string, Room>;
  /** Settles once news is heard. */
  listening: Promise<unknown>;
}

const holder = globalThis as { longhandEditors?: Hub };

/** Tells the watcher of a job's editors from now on, and at once who is there. Returns what ends that. */
export function watchEditor({ jobId }: { jobId: string }, watcher: EditorWatcher): () => void {
  const hub = (holder.longhandEditors ??= listen());
  const room = roomOf(hub, jobId);
  room.watchers.add(watcher);
  watcher.onPeople(peopleOf(room));
  return () => {
    room.watchers.delete(watcher);
    forgetEmpty(hub, jobId, room);
  };
}

/** Who has an editor of the job open, as soon as this process hears the others. */
export async function readPeople({ jobId }: { jobId: string }): Promise<Person[]> {
  const hub = (holder.longhandEditors ??= listen());
  await hub.listening;
  const room = hub.rooms.get(jobId);
  return room === undefined ? [] : peopleOf(room);
}

function listen(): Hub {
  const rooms: Hub['rooms'] = new Map();
  const all = (): EditorWatcher[] => [...rooms.values()].flatMap(({ watchers }) => [...watchers]);
  const onListening = (): void => all().forEach((watcher) => watcher.onGap());
  // The driver listens again by itself when its connection was lost, and says so.
  const listening = database().sql.listen(editorChannel, (payload) => hear(hub, payload), onListening);
  const hub: Hub = { rooms, listening };
  listening.catch((error: unknown) => {
    log().error({ err: error }, 'news of editors cannot be listened for');
    delete holder.longhandEditors;
    all().forEach((watcher) => watcher.onLeave());
  });
  setInterval(() => dismissAway(hub), lookMs).unref();
  process.once('SIGTERM', () => all().forEach((watcher) => watcher.onLeave()));
  return hub;
}

function hear(hub: Hub, payload: string): void {
  const news = editorNews.parse(JSON.parse(payload));
  if (news.kind === 'present') return meet(roomOf(hub, news.jobId), news.person);
  const room = hub.rooms.get(news.jobId);
  if (room === undefined) return;
  if (news.kind === 'left') {
    if (room.people.delete(news.client)) tellPeople(room);
    return forgetEmpty(hub, news.jobId, room);
  }
  const saved = news.kind === 'revision' ? toSavedNews(news) : undefined;
  for (const watcher of room.watchers) {
    if (saved !== undefined) watcher.onRevision(saved);
    else if (news.kind === 'doors') watcher.onDoors();
    else watcher.onMedia();
  }
}

function toSavedNews({ jobId, revision, client }: Extract<EditorNews, { kind: 'revision' }>): SavedNews {
  let reading: Promise<RevisionNews | undefined> | undefined;
  const { db } = database();
  const read = () => (reading ??= readRevisionNews(db, { jobId, since: revision - 1, revision }));
  return { revision, client, read };
}

function meet(room: Room, person: Person): void {
  const before = room.people.get(person.client)?.person;
  room.people.set(person.client, { person, seenAt: Date.now() });
  if (JSON.stringify(before) !== JSON.stringify(person)) tellPeople(room);
}

function dismissAway(hub: Hub): void {
  const earliest = Date.now() - awayMs;
  for (const [jobId, room] of hub.rooms) {
    const away = [...room.people].filter(([, { seenAt }]) => seenAt < earliest);
    for (const [client] of away) room.people.delete(client);
    if (away.length > 0) tellPeople(room);
    forgetEmpty(hub, jobId, room);
  }
}

function tellPeople(room: Room): void {
  const people = peopleOf(room);
  room.watchers.forEach((watcher) => watcher.onPeople(people));
}

function peopleOf({ people }: Room): Person[] {
  return [...people.values()].map(({ person }) => person);
}

function roomOf({ rooms }: Hub, jobId: string): Room {
  const room = rooms.get(jobId) ?? { watchers: new Set(), people: new Map() };
  rooms.set(jobId, room);
  return room;
}

function forgetEmpty({ rooms }: Hub, jobId: string, { watchers, people }: Room): void {
  if (watchers.size === 0 && people.size === 0) rooms.delete(jobId);
}
