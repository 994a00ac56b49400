import type { TimeRange } from './player';

/** What the media element does not know of how it is played. */
export interface Playback {
  /** The stretch that plays over and over. */
  loopRange: TimeRange | undefined;
  /** How far a resumed recording steps back. */
  stepBackMs: number;
  /** Where it was paused, as the element counts, unless it is on its way somewhere else. */
  pausedAtSeconds: number | undefined;
  /** Where to go, and whether to play, as soon as the element knows the recording. */
  pending: Readonly<{ ms: number; play: boolean }> | undefined;
  /** How long the recording was when its length was last known: another address plays the same one. */
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

/** Where a typed time leads: up to the length as it is shown, rounded up to the second. Undefined when it is later. */
export function clampTyped(ms: number, durationMs: number): number | undefined {
  return ms > Math.ceil(durationMs / 1000) * 1000 ? undefined : Math.min(ms, durationMs);
}

/** Where a skip goes: it doesn't leave the stretch that is repeated. */
export function clampSkip(ms: number, range: TimeRange | undefined): number {
  return range === undefined ? ms : Math.max(range.startMs, Math.min(ms, range.endMs - 100));
}

/** The stretch that is still repeated after going to this moment. */
export function keepLoop(range: TimeRange | undefined, ms: number): TimeRange | undefined {
  return range !== undefined && ms >= range.startMs && ms < range.endMs ? range : undefined;
}

/** Where a paused recording resumes, a little earlier; undefined where it isn't at the moment it was paused at. */
export function getResumeSeconds(
  { pausedAtSeconds, stepBackMs, loopRange }: Playback,
  currentSeconds: number,
): number | undefined {
  if (pausedAtSeconds !== currentSeconds) return undefined;
  return Math.max((loopRange?.startMs ?? 0) / 1000, currentSeconds - stepBackMs / 1000);
}

/** A speed that can be played, to the hundredth. */
export const clampRate = (rate: number): number => Math.min(2, Math.max(0.5, Math.round(rate * 100) / 100));
