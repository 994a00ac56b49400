/** The last measured cost of a suite: its length, and the average number of busy cores; more if it must not be held up. */
export interface Cost {
  seconds: number;
  cores: number;
}

/** Assumed for a suite that was never measured. */
const unmeasured: Cost = { seconds: 30, cores: 0.7 };

/** More than this use memory rather than time. */
const maxSuitesPerCore = 4;

/** The cost of the suite of this name. */
export const getCost = (costs: Record<string, Cost>, name: string): Cost => costs[name] ?? unmeasured;

/** Options of a run. */
export interface Schedule<T> {
  /** The number of cores to keep busy. */
  cores: number;
  costs: Record<string, Cost>;
  run: (suite: T) => Promise<void>;
  /** Those that are likely to fail: they begin first. */
  isRisky?: (suite: T) => boolean;
  /** Asked before a suite begins: how many seconds it may take, and whether what is left fits into the time there is. */
  time?: () => { seconds: number; isEnough: boolean };
}

/**
 * Runs the suites, as many side by side as keep `cores` busy: those that mostly wait run beside those that compute. The risky
 * ones begin first, then the longest; where the time is not enough for all, the shortest. At least one runs, as long as it is in
 * time. Returns those that would not have ended in time and never began; throws what the first run to fail threw.
 */
export async function runScheduled<T extends { name: string }>(
  suites: T[],
  {
    cores,
    costs,
    run,
    isRisky = () => false,
    time = () => ({ seconds: Infinity, isEnough: true }),
  }: Schedule<T>,
): Promise<T[]> {
  const costOf = ({ name }: T): Cost => getCost(costs, name);
  const byLength = suites.toSorted((a, b) => costOf(b).seconds - costOf(a).seconds);
  const risky = byLength.filter(isRisky);
  const others = byLength.filter((suite) => !risky.includes(suite));
  const running = new Set<Promise<void>>();
  let busy = 0;
  const take = (): T | undefined => {
    const { seconds, isEnough } = time();
    const waiting = [...risky, ...(isEnough ? others : others.toReversed())];
    const suite = waiting.find((one) => {
      if (costOf(one).seconds > seconds) return false;
      const isFree = running.size < maxSuitesPerCore * cores && busy + costOf(one).cores <= cores;
      return running.size === 0 || isFree;
    });
    for (const list of [risky, others])
      if (suite !== undefined && list.includes(suite)) list.splice(list.indexOf(suite), 1);
    return suite;
  };
  for (;;) {
    const suite = take();
    if (suite === undefined) {
      if (running.size === 0) return [...risky, ...others];
      await Promise.race(running);
      continue;
    }
    const share = costOf(suite).cores;
    busy += share;
    const ending = run(suite).finally(() => {
      busy -= share;
      running.delete(ending);
    });
    running.add(ending);
  }
}
