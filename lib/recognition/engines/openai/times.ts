/** The engine's timeouts and delays. Tests use shorter ones and their own clock. */
export interface Times {
  /** Returns a server's pause after this many consecutive failures, 1 or more. */
  restMs(failures: number): number;
  /** Returns a server's pause for this `Retry-After`. */
  askedRestMs(askedMs: number): number;
  /** Returns one server's timeout for a piece of this length. */
  deadlineMs(pieceMs: number): number;
  /** Returns the total timeout for a piece, from its first request. */
  totalMs(pieceMs: number): number;
  /** Calls `act` after this many milliseconds. Returns a function that cancels it. */
  after(ms: number, act: () => void): () => void;
}

const second = 1000;

/** The maximum failures of one server per piece, which take about a minute with pauses. */
export const maxTries = 7;

const deadlineMs = (pieceMs: number) => Math.max(120 * second, 20 * pieceMs);

export const defaultTimes: Times = {
  restMs: (failures) => Math.min(60 * second, second * 2 ** (failures - 1)),
  askedRestMs: (askedMs) => Math.min(300 * second, Math.max(second, askedMs)),
  deadlineMs,
  totalMs: (pieceMs) => 3 * deadlineMs(pieceMs),
  after: (ms, act) => {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
