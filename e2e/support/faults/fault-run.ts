/** Parameters of a scenario: its random choices, its size, and the length of the mixed load. */
export interface FaultRun {
  /** Returns numbers from 0 to 1, from the seed. */
  random: () => number;
  /** The fewest repetitions, for `npm test`. */
  short: boolean;
  /** Duration of the mixed load, in minutes. */
  minutes: number;
}

/** Drives a service, harms it by the run's random choices, and checks the invariants. Notes its measurements. */
export type Scenario = (run: FaultRun) => Promise<void>;
