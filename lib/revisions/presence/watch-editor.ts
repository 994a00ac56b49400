import { database } from '#lib/db/database';
import { editorChannel, editorEvent, type EditorEvent, type Person } from '#lib/events/announce-editor';
import { listen, type Listener } from '#lib/events/listen';
import { readRevisionEvent, type RevisionEvent } from '#lib/revisions/presence/read-revision-event';

/*
 * Every process receives every heartbeat, so each knows everyone present. Next bundles each route separately, so the
 * state is on globalThis.
 */

const colorCount = 10;

/** The timeout without a heartbeat after which a person is gone. */
const awayMs = 15_000;
const lookMs = 1000;

/** A saved revision. The first reader reads it for all. */
export interface SavedEvent {
  revision: number;
  read: () => Promise<RevisionEvent | undefined>;
}

/** Callbacks for a job's open editors. */
export interface EditorWatcher extends Pick<Listener, 'onGap' | 'onLeave'> {
  onRevision(event: SavedEvent): void;
  onPeople(people: Person[]): void;
  /** Called when access should be checked again. */
  onAccess(): void;
  onMedia(): void;
  onRenamed(name: string): void;
}

interface JobPresence {
  watchers: Set<EditorWatcher>;
  people: Map<string, { person: Person; seenAt: number }>;
}

interface Hub {
  presences: Map<string, JobPresence>;
  /** Settles when the process listens. */
  listening: Promise<unknown>;
}

const holder = globalThis as { longhandEditors?: Hub };

/** Subscribes to a job's editors, and reports at once who is present. Returns an unsubscribe function. */
export function watchEditor({ jobId }: { jobId: string }, watcher: EditorWatcher): () => void {
  const hub = (holder.longhandEditors ??= openHub());
  const presence = getPresence(hub, jobId);
  presence.watchers.add(watcher);
  watcher.onPeople(listPeople(presence));
  return () => {
    presence.watchers.delete(watcher);
    forgetEmpty(hub, jobId, presence);
  };
}

/** Returns the people with an open editor of the job, once this process listens. */
export async function readPeople({ jobId }: { jobId: string }): Promise<Person[]> {
  const hub = (holder.longhandEditors ??= openHub());
  await hub.listening;
  const presence = hub.presences.get(jobId);
  return presence === undefined ? [] : listPeople(presence);
}

function openHub(): Hub {
  const presences: Hub['presences'] = new Map();
  const all = (): EditorWatcher[] => [...presences.values()].flatMap(({ watchers }) => [...watchers]);
  const { ready } = listen(editorChannel, {
    onMessage: (payload) => onEvent(hub, payload),
    onGap: () => all().forEach((watcher) => watcher.onGap()),
    onLeave: () => {
      delete holder.longhandEditors;
      clearInterval(look);
      all().forEach((watcher) => watcher.onLeave());
    },
  });
  const hub: Hub = { presences, listening: ready };
  const look = setInterval(() => dismissAway(hub), lookMs).unref();
  return hub;
}

function onEvent(hub: Hub, payload: string): void {
  const event = editorEvent.parse(JSON.parse(payload));
  if (event.kind === 'present') return meet(getPresence(hub, event.jobId), event.person);
  const presence = hub.presences.get(event.jobId);
  if (presence === undefined) return;
  if (event.kind === 'left') {
    if (presence.people.delete(event.client)) notifyPeople(presence);
    return forgetEmpty(hub, event.jobId, presence);
  }
  const saved = event.kind === 'revision' ? toSavedEvent(event) : undefined;
  for (const watcher of presence.watchers) {
    if (saved !== undefined) watcher.onRevision(saved);
    else if (event.kind === 'access') watcher.onAccess();
    else if (event.kind === 'renamed') watcher.onRenamed(event.name);
    else watcher.onMedia();
  }
}

function toSavedEvent({ jobId, revision, client }: Extract<EditorEvent, { kind: 'revision' }>): SavedEvent {
  let reading: Promise<RevisionEvent | undefined> | undefined;
  const { db } = database();
  const saved = { jobId, since: revision - 1, revision, ...(client !== undefined && { client }) };
  return { revision, read: () => (reading ??= readRevisionEvent(db, saved)) };
}

function meet(presence: JobPresence, given: Person): void {
  const before = presence.people.get(given.client)?.person;
  const others = listPeople(presence).filter(({ client }) => client !== given.client);
  // People who join at the same moment may get the same color. All processes receive them in the same order and resolve
  // it alike.
  const isTaken = others.some(({ colour }) => colour === given.colour);
  const person = isTaken ? { ...given, colour: before?.colour ?? freeColor(others) } : given;
  presence.people.set(person.client, { person, seenAt: Date.now() });
  if (JSON.stringify(before) !== JSON.stringify(person)) notifyPeople(presence);
}

function dismissAway(hub: Hub): void {
  const earliest = Date.now() - awayMs;
  for (const [jobId, presence] of hub.presences) {
    const away = [...presence.people].filter(([, { seenAt }]) => seenAt < earliest);
    for (const [client] of away) presence.people.delete(client);
    if (away.length > 0) notifyPeople(presence);
    forgetEmpty(hub, jobId, presence);
  }
}

function notifyPeople(presence: JobPresence): void {
  const people = listPeople(presence);
  presence.watchers.forEach((watcher) => watcher.onPeople(people));
}

function listPeople({ people }: JobPresence): Person[] {
  return [...people.values()].map(({ person }) => person);
}

function getPresence({ presences }: Hub, jobId: string): JobPresence {
  const presence = presences.get(jobId) ?? { watchers: new Set(), people: new Map() };
  presences.set(jobId, presence);
  return presence;
}

function forgetEmpty({ presences }: Hub, jobId: string, { watchers, people }: JobPresence): void {
  if (watchers.size === 0 && people.size === 0) presences.delete(jobId);
}

/** Returns a color from 0 to 9 that none of these people has, or a taken one if there are too many people. */
export function freeColor(people: ReadonlyArray<Pick<Person, 'colour'>>): number {
  const taken = new Set(people.map(({ colour }) => colour));
  for (let color = 0; color < colorCount; color += 1) if (!taken.has(color)) return color;
  return people.length % colorCount;
}
