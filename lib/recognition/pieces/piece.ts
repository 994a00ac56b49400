/** One stretch of a recording that an engine is given. Times are milliseconds from the start of the recording. */
export interface Piece {
  /** Counted from 0 in the order of the plan; the same recording is always cut the same way. */
  index: number;
  /** Which of the recording's channels; 0 where they are mixed. */
  channel: number;
  startMs: number;
  endMs: number;
  /** How much of its channel is done with this piece: its own length, and the silence before it. */
  coversMs: number;
  /** Whether there is nothing to recognize. */
  silent: boolean;
}
