/** The state of the player; `reason` says why there is no sound. */
export type PlayerState =
  | { kind: 'loading' }
  | { kind: 'preparing'; percent?: number }
  /** A `video` whose picture is `pending` plays its sound. With a `copy`, the recording itself plays until that is made. */
  | { kind: 'ready'; video: boolean; picture?: 'pending'; copy?: { isPending: true; percent?: number } }
  | { kind: 'missing'; reason: string };

/** True if play can be requested: while loading, it plays as soon as possible. */
export const takesPlay = ({ kind }: PlayerState): boolean => kind === 'ready' || kind === 'loading';

/** A stretch of the recording. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

/** The recording's sound: one media element and what steers it. Times are milliseconds. */
export interface Player {
  state: () => PlayerState;
  isPlaying: () => boolean;
  /** Plays; a little before the place where it was paused, as the person likes it. */
  play: () => void;
  pause: () => void;
  toggle: () => void;
  /** Goes to a moment, also before the recording is there; a loop that does not hold it ends. */
  seek: (ms: number) => void;
  /** Forward by `ms`, or back when it is negative; a loop is not left. */
  skip: (ms: number) => void;
  currentMs: () => number;
  durationMs: () => number;
  rate: () => number;
  setRate: (rate: number) => void;
  /** 0 to 1. */
  volume: () => number;
  setVolume: (volume: number) => void;
  isMuted: () => boolean;
  setMuted: (muted: boolean) => void;
  /** Plays this stretch over and over; undefined ends that. */
  loop: (range: TimeRange | undefined) => void;
  loopRange: () => TimeRange | undefined;
  /** Asks again what there is to play: something about the recording has changed. */
  checkMedia: () => void;
  /** Calls on everything but the passing of time. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** Calls with each moment that `seek` goes to. Returns an unsubscribe function. */
  onSeek: (listener: (ms: number) => void) => () => void;
}
