/** What a scenario is told: its random choices, how much of it is asked for, and where the mixed load ends. */
export interface FaultRun {
  /** Numbers from 0 to 1, by the seed. */
  random: () => number;
  /** The fewest repetitions, for `npm test`. */
  short: boolean;
  /** How long the mixed load lasts. */
  minutes: number;
}

/** Drives a service, does it harm by the run's random choices, and checks the invariants. Notes what it measured. */
export type Scenario = (run: FaultRun) => Promise<void>;
