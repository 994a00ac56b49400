/** The time limits of the engine. Tests give shorter times and a clock of their own. */
export interface Times {
  /** The rest of a server after so many failures in a row, 1 or more. */
  restMs(failures: number): number;
  /** The rest of a server that asked for so much by `Retry-After`. */
  askedRestMs(askedMs: number): number;
  /** The longest that one server may take for a piece of this length. */
  deadlineMs(pieceMs: number): number;
  /** The longest from the first request for a piece to its end, whatever happens. */
  totalMs(pieceMs: number): number;
  /** Calls `act` after so many milliseconds; what is returned cancels it. */
  after(ms: number, act: () => void): () => void;
}

const second = 1000;

/** The most failures of one server that a piece puts up with: with its rests about a minute. */
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
