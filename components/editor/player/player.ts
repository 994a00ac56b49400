/** What the player can do now; `reason` tells in words why there is no sound. */
export type PlayerState =
  | { kind: 'loading' }
  | { kind: 'preparing' }
  | { kind: 'ready'; video: boolean }
  | { kind: 'missing'; reason: string };

/** A stretch of the recording. */
export interface Stretch {
  startMs: number;
  endMs: number;
}

/** The recording's sound: one media element and what steers it. Times are milliseconds. */
export interface Player {
  state(): PlayerState;
  isPlaying(): boolean;
  play(): void;
  pause(): void;
  toggle(): void;
  seek(ms: number): void;
  /** Forward by `ms`, or back when it is negative. */
  skip(ms: number): void;
  currentMs(): number;
  durationMs(): number;
  rate(): number;
  setRate(rate: number): void;
  /** Plays this stretch over and over; undefined ends that. */
  loop(stretch: Stretch | undefined): void;
  loopStretch(): Stretch | undefined;
  /** Tells of everything but the passing of time. Returns what ends that. */
  subscribe(listener: () => void): () => void;
}
