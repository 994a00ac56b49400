/** Calls `work` when nothing was touched for `idleMs`, at the latest `maxMs` after the first touch. */
export interface Timer {
  touch: () => void;
  /** Forgets the touches. */
  stop: () => void;
}

/** A timer that waits for quiet. */
export function createTimer(work: () => void, { idleMs, maxMs }: { idleMs: number; maxMs: number }): Timer {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstAt: number | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    firstAt = undefined;
  };
  return {
    touch() {
      firstAt ??= Date.now();
      clearTimeout(timer);
      const wait = Math.max(0, Math.min(idleMs, firstAt + maxMs - Date.now()));
      timer = setTimeout(() => {
        stop();
        work();
      }, wait);
    },
    stop,
  };
}

/** Tries again, each time a little later. */
export interface Retry {
  schedule: () => void;
  /** It worked, or was tried for another reason: the next wait is short again. */
  reset: () => void;
}

/** Waits of 1, 2, 4, 8, 10, 10 … seconds, each up to a fifth longer so that not everybody comes at once. */
export function createRetry(work: () => void): Retry {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  return {
    schedule() {
      clearTimeout(timer);
      const wait = Math.min(10_000, 1000 * 2 ** tries++);
      timer = setTimeout(work, wait * (1 + Math.random() / 5));
    },
    reset() {
      clearTimeout(timer);
      tries = 0;
    },
  };
}

/** Resolves after so many milliseconds. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
