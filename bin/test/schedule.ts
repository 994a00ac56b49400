import type { Suite } from './suites';

/** The last measured cost of a suite, or of one of its files: its length, and how many cores its processes kept busy on average. */
export interface Cost {
  seconds: number;
  cores: number;
}

/** Assumed for a suite that was never measured. */
const unmeasured: Cost = { seconds: 30, cores: 0.7 };

/** More than this use memory rather than time. */
const maxSuitesPerCore = 4;

/** At least so many cores are busy for a suite: what shared services and PostgreSQL do for it is not in its own processes. */
const minServedCores = 0.7;
const minCores = 0.1;

/** The cost of the suite of this name. */
export const getCost = (costs: Record<string, Cost>, name: string): Cost => costs[name] ?? unmeasured;

/** Adds the costs of these suites, end to end by those of their files: a new file moves others to another suite. */
export function addSuiteCosts(
  costs: Record<string, Cost>,
  suites: Array<Pick<Suite, 'name' | 'height' | 'files'>>,
): Record<string, Cost> {
  const ofSuites = suites.map(({ name, height, files }) => {
    const isServed = height === 'end to end';
    const parts = (isServed ? files : [name]).map((part) => getCost(costs, part));
    const sum = (of: (cost: Cost) => number) => parts.reduce((all, part) => all + of(part), 0);
    const seconds = sum((part) => part.seconds);
    const busy = sum((part) => part.seconds * part.cores);
    return [
      name,
      { seconds, cores: Math.max(isServed ? minServedCores : minCores, busy / seconds || 0) },
    ] as const;
  });
  return { ...costs, ...Object.fromEntries(ofSuites) };
}

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
