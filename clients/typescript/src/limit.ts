/** Runs work, at most this many pieces at a time, in the order in which it came. */
export type Limit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Makes a limit for pieces of work. */
export function createLimit(most: number): Limit {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes the place over.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
