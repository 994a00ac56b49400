import { once, type EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * Shares a runner's slots between accounts by a dynamic threshold (Choudhury and Hahne, "Dynamic queue length
 * thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6, 1998): an account gets another
 * slot while it holds fewer than are free. Of nine slots, a single account holds five, a second one two, and one
 * remains for each of two more.
 */

/** After finding no task for accounts below their threshold, the next query waits this many times its duration. */
const restFactor = 9;
const maxRestMs = 2000;

/** The event of a slot taking a task. */
interface Taken {
  worker: object;
  job: { flags: Record<string, true> | null };
}

/** Returns the flags that hold as many slots as they may, of the given total. */
export function findExhausted(held: Iterable<string | undefined>, slots: number): string[] {
  const counts = new Map<string, number>();
  let free = slots;
  for (const flag of held) {
    free -= 1;
    if (flag !== undefined) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  }
  return [...counts].flatMap(([flag, count]) => (count >= free ? [flag] : []));
}

/**
 * Returns a function that a runner calls before a slot takes a task, which returns the flags of accounts that get none
 * now. Slots take tasks one at a time, so that each counts those before it. Never settles once `leaving` has aborted: a
 * task taken then would be lost.
 */
export function shareSlots(
  events: EventEmitter,
  { slots, leaving }: { slots: number; leaving: AbortSignal },
): () => Promise<string[]> {
  const held = new Map<object, string | undefined>();
  let turn: Promise<unknown> = Promise.resolve();
  let lookedAt = 0;
  let restUntil = 0;
  let hasSkipped = false;

  events.on('job:start', ({ worker, job }: Taken) => {
    held.set(worker, Object.keys(job.flags ?? {})[0]);
    events.emit('longhand:looked');
  });
  events.on('worker:getJob:empty', () => {
    // Each query also reads the skipped tasks, of which there may be many.
    if (hasSkipped) {
      const now = performance.now();
      restUntil = now + Math.min(maxRestMs, restFactor * (now - lookedAt));
    }
    events.emit('longhand:looked');
  });
  events.on('worker:getJob:error', () => events.emit('longhand:looked'));
  for (const end of ['job:complete', 'worker:fatalError']) {
    events.on(end, ({ worker }: { worker: object }) => {
      if (!held.delete(worker)) return;
      restUntil = 0;
      events.emit('longhand:slot-freed');
    });
  }

  const look = async (): Promise<string[]> => {
    if (findExhausted(held.values(), slots).length > 0) await rest();
    if (leaving.aborted) return never;
    const exhausted = findExhausted(held.values(), slots);
    hasSkipped = exhausted.length > 0;
    lookedAt = performance.now();
    return exhausted;
  };
  const rest = async (): Promise<void> => {
    const milliseconds = restUntil - performance.now();
    if (milliseconds <= 0) return;
    const ended = new AbortController();
    const { signal } = ended;
    const waits = [
      sleep(milliseconds, undefined, { signal }),
      once(events, 'longhand:slot-freed', { signal }),
    ];
    await Promise.race(waits);
    ended.abort();
    await Promise.allSettled(waits);
  };

  return () => {
    const looking = turn.then(look);
    turn = looking.then(() => once(events, 'longhand:looked'));
    return looking;
  };
}

const never = new Promise<never>(() => {});
