import { memoryBudget, type MemoryBudget } from '#lib/recognition/engines/memory-budget';

/** The shared memory budget, and the memory of one process in MiB. */
export interface PoolMemory {
  budget: MemoryBudget;
  processMb: number;
}

export interface Pooled {
  alive(): boolean;
  hold(): void;
  release(): void;
  kill(): Promise<void>;
}

export interface Pool<P> {
  /** Lends a process for the duration of `work`, and waits in order if all are lent. Throws the signal's reason. */
  lend<T>(work: (process: P) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Kills all processes and rejects waiting calls. Resolves when the processes are gone. */
  close(): Promise<void>;
}

/**
 * Pools up to `size` processes, lent in order, started within the memory budget and ended after `idleMs`. Idle ones
 * don't keep Node alive.
 */
export function poolProcesses<P extends Pooled>(options: {
  size: number;
  idleMs: number;
  start: () => P;
  /** Unlimited if left out. */
  memory?: PoolMemory | undefined;
}): Pool<P> {
  const closing = new AbortController();
  const all = new Set<P>();
  const idle = new Map<P, NodeJS.Timeout>();
  const ending = new Set<Promise<void>>();
  const waiting: Array<Waiter<P>> = [];
  const { budget, processMb } = options.memory ?? { budget: memoryBudget(Infinity), processMb: 0 };

  /** Kills a process that is neither busy nor idle. */
  const kill = (process: P) => {
    all.delete(process);
    const ended: Promise<void> = process.kill().finally(() => {
      ending.delete(ended);
      share.free();
    });
    ending.add(ended);
  };
  const retire = (process: P) => {
    share.ending();
    kill(process);
  };
  const reclaim = (process: P) => {
    clearTimeout(idle.get(process));
    idle.delete(process);
    share.reclaim(process);
  };
  const rest = (process: P) => {
    process.release();
    const retireIdle = () => {
      reclaim(process);
      retire(process);
    };
    idle.set(process, setTimeout(retireIdle, options.idleMs).unref());
    share.offer(process, () => {
      clearTimeout(idle.get(process));
      idle.delete(process);
      kill(process);
    });
  };

  const takeIdle = (): P | undefined => {
    for (const process of [...idle.keys()].toReversed()) {
      reclaim(process);
      if (process.alive()) {
        process.hold();
        return process;
      }
      retire(process);
    }
    return undefined;
  };
  const startOne = (): P | undefined => {
    if (all.size >= options.size || !share.reserve()) return undefined;
    try {
      const process = options.start();
      all.add(process);
      return process;
    } catch (error) {
      share.ending();
      share.free();
      throw error;
    }
  };
  /** Gives available processes to waiting callers. */
  const serve = () => {
    while (waiting.length > 0 && !closing.signal.aborted) {
      try {
        const process = takeIdle() ?? startOne();
        if (process === undefined) return;
        waiting.shift()?.take(process);
      } catch (error) {
        waiting.shift()?.fail(error);
      }
    }
    share.withdraw();
  };
  const share = budget.join({ processMb, onRoom: serve });

  const giveBack = (process: P) => {
    // A closed process was already killed.
    if (!all.has(process)) return;
    if (!process.alive() || share.mustEnd()) retire(process);
    else {
      const next = waiting.shift();
      if (next) next.take(process);
      else rest(process);
    }
    serve();
  };

  return {
    lend: async (work, signal) => {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      const turn = waitForTurn(waiting, [signal, closing.signal], serve);
      serve();
      const process = await turn;
      try {
        return await work(process);
      } finally {
        giveBack(process);
      }
    },
    close: async () => {
      closing.abort(new Error('The recognizer was closed.'));
      for (const process of [...idle.keys()]) reclaim(process);
      for (const process of all) retire(process);
      await Promise.all(ending);
    },
  };
}

interface Waiter<P> {
  take: (process: P) => void;
  fail: (error: unknown) => void;
}

/**
 * Waits for a process. Calls `left` if an abort removed a waiting caller. Avoids `AbortSignal.any`, which leaks a
 * kilobyte with a signal that outlives the wait (Node 20.20).
 */
function waitForTurn<P>(waiting: Array<Waiter<P>>, stops: AbortSignal[], left: () => void): Promise<P> {
  return new Promise((resolve, reject) => {
    const forget = () => stops.forEach((stop) => stop.removeEventListener('abort', leave));
    const fail = (error: unknown) => {
      forget();
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const take = (process: P) => {
      forget();
      resolve(process);
    };
    const waiter = { take, fail };
    const leave = ({ target }: Event) => {
      waiting.splice(waiting.indexOf(waiter), 1);
      fail((target as AbortSignal).reason);
      left();
    };
    for (const stop of stops) stop.addEventListener('abort', leave, { once: true });
    waiting.push(waiter);
  });
}
