import { getCost, type Cost } from './schedule';

/** The time that a run still takes, as foretold. */
export interface Forecast {
  /** Notes that a suite has begun, or ended. */
  began(name: string): void;
  ended(name: string): void;
  running(): string[];
  /** The number of suites that have not ended. */
  countLeft(): number;
  /** The seconds until all suites have ended, as far as one can tell now. */
  secondsLeft(): number;
  /** The time a suite takes now, as a multiple of its measured time. */
  pace(): number;
}

/** From this share of the work on, the run's own measurements count alone. */
const trusted = 0.25;

/** Predicts durations from measured costs and this machine's speed, later from the run itself. `now` is in seconds. */
export function makeForecast(
  names: string[],
  {
    costs,
    slowness,
    parallelism,
    now,
  }: { costs: Record<string, Cost>; slowness: number; parallelism: number; now: () => number },
): Forecast {
  const workOf = (name: string): number => {
    const { seconds, cores } = getCost(costs, name);
    return seconds * cores;
  };
  const total = sum(names.map(workOf));
  const left = new Set(names);
  const running = new Map<string, number>();
  const start = now();
  const secondsOfWork = slowness / parallelism;

  /** The work that is done, that of running suites by the time they have had. */
  const countDone = (): number => {
    const ended = total - sum([...left].map(workOf));
    const partly = [...running].map(([name, since]) => {
      const share = (now() - since) / (getCost(costs, name).seconds * slowness);
      return workOf(name) * Math.min(0.9, share);
    });
    return ended + sum(partly);
  };
  /** Seconds that a second of work takes. */
  const rate = (): number => {
    const done = countDone();
    if (done === 0) return secondsOfWork;
    const trust = Math.min(1, done / total / trusted);
    return trust * ((now() - start) / done) + (1 - trust) * secondsOfWork;
  };
  return {
    began: (name) => void running.set(name, now()),
    ended: (name) => {
      running.delete(name);
      left.delete(name);
    },
    running: () => [...running.keys()],
    countLeft: () => left.size,
    secondsLeft: () => (total - countDone()) * rate(),
    pace: () => slowness * (rate() / secondsOfWork),
  };
}

/** A time in words: `12 minutes`. */
export const inMinutes = (seconds: number): string => {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
};

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
