import type { TimeRange } from './player';

/** The playback state that the media element doesn't have. */
export interface Playback {
  /** The stretch that plays over and over. */
  loopRange: TimeRange | undefined;
  /** The step back of a resumed recording. */
  stepBackMs: number;
  /** The position of the pause, in the element's seconds; undefined after a seek. */
  pausedAtSeconds: number | undefined;
  /** The position and the play request to apply once the metadata has loaded. */
  pending: Readonly<{ ms: number; play: boolean }> | undefined;
  /** The last known duration: a renewed address plays the same recording. */
  lastDurationMs: number;
}

/** A player's that has no recording yet. */
export const newPlayback: Playback = {
  loopRange: undefined,
  stepBackMs: 0,
  pausedAtSeconds: undefined,
  pending: { ms: 0, play: false },
  lastDurationMs: 0,
};

/** The moment within the recording; a duration of 0 is not known yet. */
export function clampMs(ms: number, durationMs: number): number {
  return Math.max(0, Math.min(ms, durationMs || ms));
}

/** Limits a typed time to the duration; undefined if later than the shown duration, rounded up to the second. */
export function clampTyped(ms: number, durationMs: number): number | undefined {
  return ms > Math.ceil(durationMs / 1000) * 1000 ? undefined : Math.min(ms, durationMs);
}

/** Limits a skip to the loop. */
export function clampSkip(ms: number, range: TimeRange | undefined): number {
  return range === undefined ? ms : Math.max(range.startMs, Math.min(ms, range.endMs - 100));
}

/** The stretch that is still repeated after going to this moment. */
export function keepLoop(range: TimeRange | undefined, ms: number): TimeRange | undefined {
  return range !== undefined && ms >= range.startMs && ms < range.endMs ? range : undefined;
}

/** A paused recording resumes a little earlier; undefined if it has moved since the pause. */
export function getResumeSeconds(
  { pausedAtSeconds, stepBackMs, loopRange }: Playback,
  currentSeconds: number,
): number | undefined {
  if (pausedAtSeconds !== currentSeconds) return undefined;
  return Math.max((loopRange?.startMs ?? 0) / 1000, currentSeconds - stepBackMs / 1000);
}

/** A speed that can be played, to the hundredth. */
export const clampRate = (rate: number): number => Math.min(2, Math.max(0.5, Math.round(rate * 100) / 100));
