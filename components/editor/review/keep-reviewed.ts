import { numbersIn, rangesOf, type NumberRange } from '#lib/transcripts/number-ranges';
import type { Accepted } from './place-doubts';

/** What the server keeps. */
interface Ranges {
  words: NumberRange[];
  pauses: NumberRange[];
}

/** What has been found right, by everybody: kept on the server, and on this device until the server has it. */
export interface KeptReview {
  accepted: () => Accepted;
  /** Adds to it, or takes back. */
  mark: (marks: { words: readonly number[]; pauses: readonly number[] }, isRight: boolean) => void;
  /** Asks what others have found right, and sends what was not sent. */
  refresh: () => Promise<void>;
  /** Whether something could not be sent yet. */
  waits: () => boolean;
}

/** Words and pauses that were marked here and not sent: whether each is right. */
interface Pending {
  words: Map<number, boolean>;
  pauses: Map<number, boolean>;
}

/** Keeps a review at the door's address; `onChange` is told when something is known anew. */
export function keepReviewed(
  address: string,
  onChange: () => void,
  { storage, send = fetch }: { storage: Pick<Storage, 'getItem' | 'setItem'>; send?: typeof fetch },
): KeptReview {
  const key = `longhand-review:${address}`;
  let server: Accepted = { words: new Set(), pauses: new Set() };
  let pending = readPending(storage, key);
  let known = withMarks(server, pending);
  let turn = Promise.resolve();

  const settle = (): void => {
    known = withMarks(server, pending);
    onChange();
  };
  const ask = async (): Promise<void> => {
    const sent = { words: new Map(pending.words), pauses: new Map(pending.pauses) };
    const isEmpty = sent.words.size + sent.pauses.size === 0;
    const answer = await send(`${address}/review`, isEmpty ? { cache: 'no-store' } : posted(sent));
    if (!answer.ok) throw new Error(`${answer.status}`);
    const { words, pauses } = (await answer.json()) as Ranges;
    server = { words: numbersIn(words), pauses: numbersIn(pauses) };
    // Another tab of this browser may have marked something in the meantime.
    pending = readPending(storage, key);
    forget(pending.words, sent.words);
    forget(pending.pauses, sent.pauses);
    write(storage, key, pending);
    settle();
  };
  const refresh = (): Promise<void> => {
    // What fails stays, and is sent with the next mark or look.
    turn = turn.then(ask).catch(onChange);
    return turn;
  };

  return {
    accepted: () => known,
    mark({ words, pauses }, isRight) {
      pending = readPending(storage, key, pending);
      for (const word of words) pending.words.set(word, isRight);
      for (const pause of pauses) pending.pauses.set(pause, isRight);
      write(storage, key, pending);
      settle();
      void refresh();
    },
    refresh,
    waits: () => pending.words.size + pending.pauses.size > 0,
  };
}

const withMarks = (kept: Accepted, { words, pauses }: Pending): Accepted => ({
  words: merged(kept.words, words),
  pauses: merged(kept.pauses, pauses),
});

function merged(kept: ReadonlySet<number>, marks: ReadonlyMap<number, boolean>): ReadonlySet<number> {
  const all = new Set(kept);
  for (const [number, isRight] of marks) {
    if (isRight) all.add(number);
    else all.delete(number);
  }
  return all;
}

function forget(marks: Map<number, boolean>, sent: ReadonlyMap<number, boolean>): void {
  for (const [number, isRight] of sent) if (marks.get(number) === isRight) marks.delete(number);
}

function posted({ words, pauses }: Pending): RequestInit {
  const marked = (isRight: boolean): Ranges => ({
    words: rangesOf([...words].flatMap(([number, is]) => (is === isRight ? [number] : []))),
    pauses: rangesOf([...pauses].flatMap(([number, is]) => (is === isRight ? [number] : []))),
  });
  const body = JSON.stringify({ accept: marked(true), withdraw: marked(false) });
  // Sent even when the page is left; browsers take no more than 64 KB that way.
  const keepalive = body.length < 60_000;
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive };
}

/** What was not sent; what storage cannot keep is kept in memory only. */
function readPending(storage: Pick<Storage, 'getItem'>, key: string, otherwise?: Pending): Pending {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Record<
      keyof Pending,
      Array<[number, boolean]>
    > | null;
    if (kept !== null) return { words: new Map(kept.words), pauses: new Map(kept.pauses) };
  } catch {
    // It is not ours, or there is no storage.
  }
  return otherwise ?? { words: new Map(), pauses: new Map() };
}

function write(storage: Pick<Storage, 'setItem'>, key: string, { words, pauses }: Pending): void {
  try {
    storage.setItem(key, JSON.stringify({ words: [...words], pauses: [...pauses] }));
  } catch {
    // A full or forbidden storage: the marks are sent all the same.
  }
}
