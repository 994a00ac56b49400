import { maxHoleSeconds } from '#lib/media/sound/timeline';

/*
 * Some programs write a clock that runs at a wrong rate: a scale of the container that is ten times too large puts a silence of
 * nine packets behind each packet. Holes in a recording come here and there, but such a clock is off by the same rate all the time.
 * So the sound and the clock are compared over many short stretches, each of which has several packets, for times in a file
 * are rounded.
 */

/** A stretch of sound: its length by its samples, and by the file's clock, in seconds. */
export interface ClockStretch {
  soundSeconds: number;
  clockSeconds: number;
}

/** The numbers by which the times of a stream are to be multiplied, and the lengths that its packets state. */
export interface ClockScale {
  clock: number;
  lengths: number;
}

/** Stretches are as short as rounded times allow where the clock differs from the sound, by this share, and else this long. */
export const stretchSeconds = { least: 0.25, usual: 10 };
export const leastDifference = 0.05;
/** A clock that goes back further than jitter has begun anew. */
export const maxBackSeconds = 0.25;

/** A clock is wrong if so much of the sound differs from it alike, by its difference give or take a tenth, in so many stretches. */
const wrongShare = 0.8;
const alike = 0.1;
const leastStretches = 3;
/** They tell enough, and take no memory for more. */
const maxStretches = 10_000;
/** Any clock that is wrong has a hole, or none left, after so much sound: a page of Ogg, or a packet. */
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
    /** The next packet: when it begins by the clock, undefined where it doesn't say, and how long it lasts by its samples. */
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
    /** The next packet tells nothing: silence was left out behind it. */
    skip: () => restart(),
  };
}

function isStretch(soundSeconds: number, clockSeconds: number): boolean {
  if (soundSeconds >= stretchSeconds.usual) return true;
  const difference = Math.abs(clockSeconds / soundSeconds - 1);
  return soundSeconds >= stretchSeconds.least && difference > leastDifference;
}

/** True for the seconds of a clock for each second of sound, if they are hardly more or less. */
export function isSteadyRate(rate: number): boolean {
  return Math.abs(rate - 1) <= leastDifference;
}

/** The number by which the times of a clock that runs at a wrong rate have to be multiplied; undefined for others. */
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

/** The share by which the clock runs faster than the sound. */
function toDifference({ soundSeconds, clockSeconds }: ClockStretch): number {
  return clockSeconds / soundSeconds - 1;
}

function sumSound(stretches: readonly ClockStretch[]): number {
  return stretches.reduce((sum, { soundSeconds }) => sum + soundSeconds, 0);
}
