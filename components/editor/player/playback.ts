import type { TimeRange } from './player';

/** Playback state that the media element lacks. */
export interface Playback {
  /** The range that repeats. */
  loopRange: TimeRange | undefined;
  /** The step back on resume. */
  stepBackMs: number;
  /** The position of the last pause, in the element's seconds; undefined after a seek. */
  pausedAtSeconds: number | undefined;
  /** A position and play request to apply once metadata has loaded. */
  pending: Readonly<{ ms: number; play: boolean }> | undefined;
  /** The last known duration. A renewed URL plays the same recording. */
  lastDurationMs: number;
}

/** The state of a player without a recording. */
export const newPlayback: Playback = {
  loopRange: undefined,
  stepBackMs: 0,
  pausedAtSeconds: undefined,
  pending: { ms: 0, play: false },
  lastDurationMs: 0,
};

/** Clamps a time to the recording. A duration of 0 means unknown. */
export function clampMs(ms: number, durationMs: number): number {
  return Math.max(0, Math.min(ms, durationMs || ms));
}

/** Limits a typed time to the duration; undefined if it is past the displayed duration, which rounds up to a second. */
export function clampTyped(ms: number, durationMs: number): number | undefined {
  return ms > Math.ceil(durationMs / 1000) * 1000 ? undefined : Math.min(ms, durationMs);
}

/** Limits a skip to the loop. */
export function clampSkip(ms: number, range: TimeRange | undefined): number {
  return range === undefined ? ms : Math.max(range.startMs, Math.min(ms, range.endMs - 100));
}

/** The loop that remains after seeking to `ms`: undefined outside its range. */
export function keepLoop(range: TimeRange | undefined, ms: number): TimeRange | undefined {
  return range !== undefined && ms >= range.startMs && ms < range.endMs ? range : undefined;
}

/** The position from which a paused recording resumes; undefined if it moved since the pause. */
export function getResumeSeconds(
  { pausedAtSeconds, stepBackMs, loopRange }: Playback,
  currentSeconds: number,
): number | undefined {
  if (pausedAtSeconds !== currentSeconds) return undefined;
  return Math.max((loopRange?.startMs ?? 0) / 1000, currentSeconds - stepBackMs / 1000);
}

/** Clamps a speed to the playable range, rounded to hundredths. */
export const clampRate = (rate: number): number => Math.min(2, Math.max(0.5, Math.round(rate * 100) / 100));
