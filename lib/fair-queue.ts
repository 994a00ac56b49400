/* A queue for costly work: one piece per owner at once, owners in turn, and so an owner's parties, such as guests. */

/** Waiting for the turn took too long, or too much work is waiting. */
export class QueueBusy extends Error {
  override readonly name = 'QueueBusy';
}

interface FairQueueOptions {
  /** Maximum of concurrent work. */
  slots: number;
  maxWaitMs: number;
  /** Maximum of waiting work per party; unlimited if left out. */
  maxWaiting?: number;
  /** Maximum of waiting work in all; unlimited if left out. */
  maxWaitingInAll?: number;
}

/** A queue that runs work in turns. */
export interface FairQueue {
  /** Runs work in its owner's and party's turn. Throws `QueueBusy` if that takes too long, and the signal's reason. */
  run<Result>(
    owner: string,
    work: () => Promise<Result>,
    signal?: AbortSignal,
    party?: string,
  ): Promise<Result>;
  /** Returns the number of waiting pieces of work. */
  countWaiting(): number;
}

type Start = () => void;

/** Creates a queue that runs one piece of work per owner at once. */
export function createFairQueue({
  slots,
  maxWaitMs,
  maxWaiting = Infinity,
  maxWaitingInAll = Infinity,
}: FairQueueOptions): FairQueue {
  const running = new Set<string>();
  // Owners by turn, and the parties of each by turn, with the functions that start their work.
  const waiting = new Map<string, Map<string, Start[]>>();

  function startNext(): void {
    for (const [owner, parties] of waiting) {
      if (running.size >= slots) return;
      if (running.has(owner)) continue;
      const [party = '', [start, ...rest] = []] = [...parties][0] ?? [];
      moveToEnd(parties, party, rest.length > 0 ? rest : undefined);
      moveToEnd(waiting, owner, parties.size > 0 ? parties : undefined);
      running.add(owner);
      start?.();
    }
  }

  const listOf = (owner: string, party: string): Start[] => waiting.get(owner)?.get(party) ?? [];

  function leave(owner: string, party: string, start: Start): void {
    const parties = waiting.get(owner);
    const rest = listOf(owner, party).filter((other) => other !== start);
    if (rest.length > 0) parties?.set(party, rest);
    else parties?.delete(party);
    if (parties?.size === 0) waiting.delete(owner);
  }

  function takeTurn(owner: string, party: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        settle();
        resolve();
      };
      const giveUp = (reason: unknown) => {
        settle();
        leave(owner, party, start);
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason);
      const clock = setTimeout(() => giveUp(new QueueBusy('timed out in the queue')), maxWaitMs);
      const settle = () => {
        clearTimeout(clock);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const parties = waiting.get(owner) ?? new Map<string, Start[]>();
      waiting.set(owner, parties.set(party, [...listOf(owner, party), start]));
      startNext();
    });
  }

  function countWaiting(): number {
    return [...waiting.values()].reduce(
      (sum, parties) => sum + [...parties.values()].reduce((all, starts) => all + starts.length, 0),
      0,
    );
  }

  return {
    async run(owner, work, signal, party = '') {
      signal?.throwIfAborted();
      if (listOf(owner, party).length >= maxWaiting || countWaiting() >= maxWaitingInAll)
        throw new QueueBusy('the queue is full');
      await takeTurn(owner, party, signal);
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        running.delete(owner);
        startNext();
      }
    },
    countWaiting,
  };
}

/** Sets the key's value and moves it to the end; deletes it if undefined. */
function moveToEnd<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
  map.delete(key);
  if (value !== undefined) map.set(key, value);
}
