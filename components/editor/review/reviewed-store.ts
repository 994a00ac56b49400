import type { EditorClient } from '#components/editor/api/editor-client.ts';
import { numbersIn, toRanges, type NumberRange } from '#lib/transcript/number-ranges';
import type { RecognitionConflict } from '#lib/transcript/review/find-conflicts';
import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import type { AcceptedItems } from '#lib/transcript/review/find-remaining';

/** Accepted items on the wire. */
interface Ranges {
  words: NumberRange[];
  pauses: NumberRange[];
}

interface Answer extends Ranges {
  conflicts?: RecognitionConflict[];
}

/** Stores the items that anyone accepted: on the server, and until sent, on this device. */
export interface ReviewedStore {
  accepted: () => AcceptedItems;
  /** Conflicts between recognitions. The list stays identical until it changes. */
  conflicts: () => readonly RecognitionConflict[];
  /** Accepts items, or undoes that. */
  set: (marks: { words: readonly number[]; pauses: readonly number[] }, isAccepted: boolean) => void;
  /** Fetches others' accepted items, and sends unsent ones. */
  refresh: () => Promise<void>;
  /** True if something hasn't been sent yet. */
  isPending: () => boolean;
}

/** Words and pauses marked here but not sent, each with whether it is accepted. */
interface Pending {
  words: Map<number, boolean>;
  pauses: Map<number, boolean>;
}

/** Opens the store for the client's transcript. `onChange` is called on updates. */
export function openReviewedStore(
  api: Pick<EditorClient, 'address' | 'requestJson'>,
  onChange: () => void,
): ReviewedStore {
  const key = `longhand-review:${api.address}`;
  let server: AcceptedItems = { words: new Set(), pauses: new Set() };
  let conflicts: readonly RecognitionConflict[] = [];
  let pending = readPending(key);
  let known = withMarks(server, pending);
  let queue = Promise.resolve();

  const settle = (): void => {
    known = withMarks(server, pending);
    onChange();
  };
  const ask = async (): Promise<void> => {
    const sent = { words: new Map(pending.words), pauses: new Map(pending.pauses) };
    const isEmpty = sent.words.size + sent.pauses.size === 0;
    const result = await api.requestJson<Answer>('review', isEmpty ? { cache: 'no-store' } : toRequest(sent));
    if ('error' in result) throw new Error(result.error.kind);
    const { words, pauses, conflicts: found = [] } = result.value;
    // Recognitions only add conflicts, so the length identifies the list.
    if (found.length !== conflicts.length) conflicts = found;
    server = { words: numbersIn(words), pauses: numbersIn(pauses) };
    // Another tab of this browser may have added marks in the meantime.
    pending = readPending(key, pending);
    forget(pending.words, sent.words);
    forget(pending.pauses, sent.pauses);
    write(key, pending);
    settle();
  };
  const refresh = (): Promise<void> => {
    // After a failure, the next request sends the marks.
    queue = queue.then(ask).catch(onChange);
    return queue;
  };

  return {
    accepted: () => known,
    conflicts: () => conflicts,
    set({ words, pauses }, isAccepted) {
      pending = readPending(key, pending);
      for (const word of words) pending.words.set(word, isAccepted);
      for (const pause of pauses) pending.pauses.set(pause, isAccepted);
      write(key, pending);
      settle();
      void refresh();
    },
    refresh,
    isPending: () => pending.words.size + pending.pauses.size > 0,
  };
}

const withMarks = (stored: AcceptedItems, { words, pauses }: Pending): AcceptedItems => ({
  words: applyMarks(stored.words, words),
  pauses: applyMarks(stored.pauses, pauses),
});

function applyMarks(stored: ReadonlySet<number>, marks: ReadonlyMap<number, boolean>): ReadonlySet<number> {
  const all = new Set(stored);
  for (const [number, isAccepted] of marks) {
    if (isAccepted) all.add(number);
    else all.delete(number);
  }
  return all;
}

function forget(marks: Map<number, boolean>, sent: ReadonlyMap<number, boolean>): void {
  for (const [number, isAccepted] of sent) if (marks.get(number) === isAccepted) marks.delete(number);
}

function toRequest({ words, pauses }: Pending): RequestInit {
  const marked = (isAccepted: boolean): Ranges => ({
    words: toRanges([...words].flatMap(([number, is]) => (is === isAccepted ? [number] : []))),
    pauses: toRanges([...pauses].flatMap(([number, is]) => (is === isAccepted ? [number] : []))),
  });
  const body = JSON.stringify({ accept: marked(true), withdraw: marked(false) });
  // `keepalive` lets the request outlive the page; browsers limit such bodies to 64 KB.
  const keepalive = body.length < 60_000;
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive };
}

/** Reads the unsent marks from this device, or returns `fallback`, those in memory. */
function readPending(key: string, fallback?: Pending): Pending {
  const stored = readLocalJson(key) as Record<keyof Pending, Array<[number, boolean]>> | undefined;
  try {
    if (stored !== undefined) return { words: new Map(stored.words), pauses: new Map(stored.pauses) };
  } catch {
    // The stored marks are in another format.
  }
  return fallback ?? { words: new Map(), pauses: new Map() };
}

function write(key: string, { words, pauses }: Pending): void {
  writeLocal(key, JSON.stringify({ words: [...words], pauses: [...pauses] }));
}
