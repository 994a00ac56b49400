/** What a suite took when it was last measured: its length, and how many cores it kept busy on average; more where it must not be held up. */
export interface Cost {
  seconds: number;
  cores: number;
}

/** What is assumed of a suite that was never measured. */
const unmeasured: Cost = { seconds: 30, cores: 0.7 };

/** More than this use memory rather than time. */
const maxSuitesPerCore = 4;

/**
 * Runs all of them, the longest first, and as many side by side as keep `cores` busy: those that mostly wait run beside
 * those that compute. At least one always runs. Settles when all have, and throws what the first to fail threw.
 */
export async function runScheduled<T extends { name: string }>(
  suites: T[],
  { cores, costs, run }: { cores: number; costs: Record<string, Cost>; run: (suite: T) => Promise<void> },
): Promise<void> {
  const getCost = ({ name }: T): Cost => costs[name] ?? unmeasured;
  const waiting = suites.toSorted((a, b) => getCost(b).seconds - getCost(a).seconds);
  const running = new Set<Promise<void>>();
  let busy = 0;
  while (waiting.length > 0 || running.size > 0) {
    const fits = (suite: T) =>
      running.size === 0 || (running.size < maxSuitesPerCore * cores && busy + getCost(suite).cores <= cores);
    const at = waiting.findIndex(fits);
    const [suite] = at < 0 ? [] : waiting.splice(at, 1);
    if (suite === undefined) {
      await Promise.race(running);
      continue;
    }
    const share = getCost(suite).cores;
    busy += share;
    const ending = run(suite).finally(() => {
      busy -= share;
      running.delete(ending);
    });
    running.add(ending);
  }
}
