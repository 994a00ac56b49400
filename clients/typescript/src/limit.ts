/** Runs work with limited concurrency, in FIFO order. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Creates a concurrency limit. */
export function createLimit(most: number): Limit {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes over this slot.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
