/** Debounces `work`: calls it after `idleMs` without a touch, at most `maxMs` after the first one. */
export interface Timer {
  touch: () => void;
  /** Cancels the pending call. */
  stop: () => void;
}

/** Creates a debounce timer. */
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

/** Retries with increasing delays. */
export interface Retry {
  schedule: () => void;
  /** Resets the backoff, after success or another attempt. */
  reset: () => void;
}

/** Backs off for 1, 2, 4, 8, 10, 10 … seconds, with up to 20% jitter so that clients don't retry in step. */
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

/** Resolves after this many milliseconds. */
export const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));
