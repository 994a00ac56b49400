import { once, type EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * The slots of a runner are shared between accounts by a dynamic threshold (Choudhury and Hahne, "Dynamic queue length
 * thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6, 1998): an account gets another slot
 * as long as it holds fewer than are free. Of nine slots one account alone holds five, a second one two, and there is one
 * left for each of two more.
 */

/** After a look that found nothing for the accounts that may have a slot, the next one waits this many times as long as it took. */
const restFactor = 9;
const maxRestMs = 2000;

/** The event that a slot has taken a task. */
interface Taken {
  worker: object;
  job: { flags: Record<string, true> | null };
}

/** Which marks of tasks have as many slots as they may have, of so many in all. */
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
 * Returns a function that a runner with these events and slots calls before a slot takes a task: the flags of the accounts that
 * get none now. Slots take tasks one after the other, so that each knows of those before it. Never settles once `leaving` has
 * aborted: a task taken then would be lost.
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
    // Those that were skipped are read each time, and may be many.
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
