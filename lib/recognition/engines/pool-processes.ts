/** What a pool needs of a process. */
export interface Pooled {
  alive(): boolean;
  hold(): void;
  release(): void;
  kill(): Promise<void>;
}

export interface Pool<P> {
  /** Lends a process for the duration of `work`; waits in turn when all are lent. Throws the signal's reason. */
  lend<T>(work: (process: P) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Kills all processes and rejects who is waiting; resolves when they are gone. */
  close(): Promise<void>;
}

/**
 * Keeps at most `size` processes, lent first come, first served. One is started when none is idle and ended after
 * `idleMs` without work; an idle one doesn't keep Node alive.
 */
export function poolProcesses<P extends Pooled>(options: {
  size: number;
  idleMs: number;
  start: () => P;
}): Pool<P> {
  const closing = new AbortController();
  const all = new Set<P>();
  const idle = new Map<P, NodeJS.Timeout>();
  const waiting: Array<() => void> = [];
  let lent = 0;

  const take = (): P => {
    for (const [process, timer] of [...idle].toReversed()) {
      clearTimeout(timer);
      idle.delete(process);
      if (process.alive()) {
        process.hold();
        return process;
      }
      all.delete(process);
    }
    const process = options.start();
    all.add(process);
    return process;
  };
  const retire = (process: P) => {
    idle.delete(process);
    all.delete(process);
    void process.kill();
  };
  const giveBack = (process: P) => {
    if (!process.alive() || closing.signal.aborted) {
      retire(process);
      return;
    }
    process.release();
    idle.set(process, setTimeout(() => retire(process), options.idleMs).unref());
  };

  return {
    lend: async (work, signal) => {
      signal.throwIfAborted();
      closing.signal.throwIfAborted();
      if (lent >= options.size) await waitForTurn(waiting, [signal, closing.signal]);
      else lent += 1;
      try {
        const process = take();
        try {
          return await work(process);
        } finally {
          giveBack(process);
        }
      } finally {
        // The place goes to the next in turn without becoming free in between.
        const next = waiting.shift();
        if (next) next();
        else lent -= 1;
      }
    },
    close: async () => {
      closing.abort(new Error('The recogniser was closed.'));
      for (const timer of idle.values()) clearTimeout(timer);
      await Promise.all([...all].map((process) => process.kill()));
    },
  };
}

/** Not `AbortSignal.any`: with a signal that outlives the wait it keeps a kilobyte forever (Node 20.20). */
function waitForTurn(waiting: Array<() => void>, stops: AbortSignal[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const forget = () => stops.forEach((stop) => stop.removeEventListener('abort', leave));
    const turn = () => {
      forget();
      resolve();
    };
    const leave = ({ target }: Event) => {
      forget();
      waiting.splice(waiting.indexOf(turn), 1);
      const { reason } = target as AbortSignal;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    for (const stop of stops) stop.addEventListener('abort', leave, { once: true });
    waiting.push(turn);
  });
}
