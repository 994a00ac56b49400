/*
 * Work that costs memory takes turns. Each owner has one piece of work under way, and owners take turns, so that one
 * who brings a lot holds up nobody else.
 */

/** The work's turn didn't come in time, or its owner has too much waiting. */
export class QueueBusy extends Error {
  override readonly name = 'QueueBusy';
}

interface FairQueueOptions {
  /** How much work is under way at once. */
  slots: number;
  maxWaitMs: number;
  /** How much work of one owner waits for its turn; any number where left out. */
  maxWaiting?: number;
}

/** Runs work in turns. */
export interface FairQueue {
  /**
   * Runs the work when its owner's turn comes. Throws what the work throws, `QueueBusy` when the turn doesn't come in
   * time or too much of the owner's waits, and the signal's reason when aborted before it; then the work never begins.
   */
  run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** How many wait for their turn. */
  countWaiting(): number;
}

/** A queue that runs one piece of work an owner at once. */
export function createFairQueue({ slots, maxWaitMs, maxWaiting = Infinity }: FairQueueOptions): FairQueue {
  const running = new Set<string>();
  // Owners in the order of their turns, each with what starts its work.
  const waiting = new Map<string, Array<() => void>>();

  function startNext(): void {
    for (const [owner, starts] of waiting) {
      if (running.size >= slots) return;
      if (running.has(owner)) continue;
      const [start, ...rest] = starts;
      waiting.delete(owner);
      if (rest.length > 0) waiting.set(owner, rest);
      running.add(owner);
      start?.();
    }
  }

  function leave(owner: string, start: () => void): void {
    const rest = (waiting.get(owner) ?? []).filter((other) => other !== start);
    if (rest.length > 0) waiting.set(owner, rest);
    else waiting.delete(owner);
  }

  function takeTurn(owner: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        settle();
        resolve();
      };
      const giveUp = (reason: unknown) => {
        settle();
        leave(owner, start);
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason);
      const clock = setTimeout(() => giveUp(new QueueBusy('the turn did not come in time')), maxWaitMs);
      const settle = () => {
        clearTimeout(clock);
        signal?.removeEventListener('abort', onAbort);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.set(owner, [...(waiting.get(owner) ?? []), start]);
      startNext();
    });
  }

  return {
    async run(owner, work, signal) {
      signal?.throwIfAborted();
      if ((waiting.get(owner)?.length ?? 0) >= maxWaiting) throw new QueueBusy('too much waits already');
      await takeTurn(owner, signal);
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        running.delete(owner);
        startNext();
      }
    },
    countWaiting: () => [...waiting.values()].reduce((sum, starts) => sum + starts.length, 0),
  };
}
