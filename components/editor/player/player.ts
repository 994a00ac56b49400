/** The player's state; `reason` explains why there is no audio. */
export type PlayerState =
  | { kind: 'loading' }
  | { kind: 'preparing'; percent?: number }
  /** A `video` with a `pending` picture plays only audio. With `copy`, the original plays until its copy is ready. */
  | { kind: 'ready'; video: boolean; picture?: 'pending'; copy?: { isPending: true; percent?: number } }
  | { kind: 'missing'; reason: string };

/** True if play can be requested. While loading, playback starts as soon as possible. */
export const takesPlay = ({ kind }: PlayerState): boolean => kind === 'ready' || kind === 'loading';

/** A range of the recording. */
export interface TimeRange {
  startMs: number;
  endMs: number;
}

/** The recording's playback: one media element and its controls. Times are in milliseconds. */
export interface Player {
  state: () => PlayerState;
  isPlaying: () => boolean;
  /** Plays, stepping back a little after a pause, as configured. */
  play: () => void;
  pause: () => void;
  toggle: () => void;
  /** Seeks, even before the recording has loaded. A loop that doesn't contain the position ends. */
  seek: (ms: number) => void;
  /** Skips by `ms`, backward if negative, but not out of a loop. */
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
  /** Repeats a range; undefined ends that. */
  loop: (range: TimeRange | undefined) => void;
  loopRange: () => TimeRange | undefined;
  /** Refetches the media, after something about the recording changed. */
  checkMedia: () => void;
  /** Calls on every change except of the position. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /** Calls with each position that `seek` goes to. Returns an unsubscribe function. */
  onSeek: (listener: (ms: number) => void) => () => void;
}
