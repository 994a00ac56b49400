import { maxHoleSeconds } from '#lib/media/sound/timeline';

/*
 * Some programs write a clock that runs at a wrong rate: a container's time scale that is ten times too large puts a
 * silence of nine packets after each packet. Holes in a recording are irregular, but such a clock is always off by the
 * same rate. So the sound and the clock are compared over many short stretches, each with several packets, because
 * times in a file are rounded.
 */

/** A stretch of sound: its length by its samples, and by the file's clock, in seconds. */
export interface ClockStretch {
  soundSeconds: number;
  clockSeconds: number;
}

/** The factors for the times of a stream, and for the lengths that its packets state. */
export interface ClockScale {
  clock: number;
  lengths: number;
}

/**
 * Stretches are as short as rounded times allow if the clock differs from the sound by more than this share, else as
 * long as usual.
 */
export const stretchSeconds = { least: 0.25, usual: 10 };
export const leastDifference = 0.05;
/** A clock that goes back further than jitter has restarted. */
export const maxBackSeconds = 0.25;

/**
 * A clock is wrong if this share of the sound differs from it alike, within a tenth of the usual difference, in at
 * least this many stretches.
 */
const wrongShare = 0.8;
const alike = 0.1;
const leastStretches = 3;
/** Enough to judge by; limits memory. */
const maxStretches = 10_000;
/** A clock at a wrong rate differs from the sound after this much of it at the latest: a page of Ogg, or a packet. */
const longestWrongSeconds = 1.25;

/** Follows packets or frames, and divides them into stretches. */
export function followClock() {
  const stretches: ClockStretch[] = [];
  let begin: number | undefined;
  let last = 0;
  let soundSeconds = 0;
  const restart = (from?: number): void => {
    begin = from;
    soundSeconds = 0;
  };
  return {
    stretches,
    /** Adds the next packet: its start by the clock, undefined if not stated, and its length by its samples. */
    add(from: number | undefined, seconds: number): void {
      if (from !== undefined) {
        if (begin === undefined || from < last - maxBackSeconds || from > last + maxHoleSeconds)
          restart(from);
        else if (isStretch(soundSeconds, from - begin)) {
          if (stretches.length < maxStretches) stretches.push({ soundSeconds, clockSeconds: from - begin });
          restart(from);
        }
        last = from;
      }
      soundSeconds += seconds;
    },
    /** Skips the next packet, which proves nothing: silence was left out after it. */
    skip: () => restart(),
  };
}

function isStretch(soundSeconds: number, clockSeconds: number): boolean {
  if (soundSeconds >= stretchSeconds.usual) return true;
  const difference = Math.abs(clockSeconds / soundSeconds - 1);
  return soundSeconds >= stretchSeconds.least && difference > leastDifference;
}

/** True if a rate, in clock seconds per second of sound, is close to 1. */
export function isSteadyRate(rate: number): boolean {
  return Math.abs(rate - 1) <= leastDifference;
}

/** Returns the factor that corrects the times of a clock that runs at a wrong rate; undefined for others. */
export function judgeClock(stretches: readonly ClockStretch[]): number | undefined {
  const sorted = stretches.toSorted((a, b) => toDifference(a) - toDifference(b));
  const half = sumSound(sorted) / 2;
  let seen = 0;
  const middle = sorted.find(({ soundSeconds }) => (seen += soundSeconds) >= half);
  if (middle === undefined || Math.abs(toDifference(middle)) < leastDifference) return undefined;
  const usual = toDifference(middle);
  const agreeing = stretches.filter(
    (stretch) =>
      stretch.soundSeconds < longestWrongSeconds &&
      Math.abs(toDifference(stretch) - usual) <= alike * Math.abs(usual),
  );
  if (agreeing.length < leastStretches || sumSound(agreeing) < wrongShare * sumSound(stretches))
    return undefined;
  return sumSound(agreeing) / agreeing.reduce((sum, { clockSeconds }) => sum + clockSeconds, 0);
}

/** True if the clock differs from the sound in each of its stretches, which are too few for `judgeClock`. */
export function differsThroughout(stretches: readonly ClockStretch[]): boolean {
  const differs = (stretch: ClockStretch) => Math.abs(toDifference(stretch)) > leastDifference;
  return stretches.length > 0 && stretches.length < leastStretches && stretches.every(differs);
}

/** Returns the share by which the clock runs faster than the sound. */
function toDifference({ soundSeconds, clockSeconds }: ClockStretch): number {
  return clockSeconds / soundSeconds - 1;
}

function sumSound(stretches: readonly ClockStretch[]): number {
  return stretches.reduce((sum, { soundSeconds }) => sum + soundSeconds, 0);
}
