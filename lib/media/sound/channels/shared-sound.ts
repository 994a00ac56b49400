import type { FileHandle } from 'node:fs/promises';
import { covary } from '#lib/media/sound/channels/shared-loudness';
import { readSamples } from '#lib/media/sound/frames';

/*
 * Channels of people who don't hear each other, such as a speaker and the interpreter, share no sound. Two microphones in
 * one room do, up to 25 ms apart. Stretches of half a second are compared by cross-correlation, with high frequencies
 * raised (differences of samples), so that each voice shows as a peak: 0.13 and more for voices 20 dB softer in the other
 * channel of an echoing room, 0.03 and less for pairs of unrelated clips.
 */

const stretchSamples = 8000;
/** Spread over the recording; fewer than the least tell nothing. */
const stretches = { most: 24, least: 4 };
/** 25 ms, for sound 8 m. */
const maxLag = 400;
const preEmphasis = 0.95;
/** The mean square of pre-emphasized samples below which a stretch is silence. */
const silentPower = 4;
const minSharedSound = 0.06;
/** Noise varies by some tenths of a decibel from frame to frame, speech by 6 and more. */
const minDeviationDb = 2;

/**
 * True if two channels (16 kHz s16le) of one recording share no sound, and neither is silence or noise. Takes the levels
 * of their frames, too (dB). Throws the signal's reason when aborted.
 */
export async function areIndependent(
  files: readonly [FileHandle, FileHandle],
  levels: readonly Float32Array[],
  signal?: AbortSignal,
): Promise<boolean> {
  if (levels.some((each) => Math.sqrt(covary(each, each)) < minDeviationDb)) return false;
  const shared = await measureSharedSound(files, signal);
  return shared !== undefined && shared < minSharedSound;
}

/** The highest cross-correlation at any lag, 0 to 1; undefined where too little of both channels is sound. */
async function measureSharedSound(
  [left, right]: readonly [FileHandle, FileHandle],
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  const samples = Math.min((await left.stat()).size, (await right.stat()).size) >> 1;
  const count = Math.min(stretches.most, Math.floor(samples / stretchSamples));
  const sums = new Float64Array(2 * maxLag + 1);
  let compared = 0;
  for (let at = 0; at < count; at += 1) {
    signal?.throwIfAborted();
    const first = Math.floor((at * (samples - stretchSamples)) / Math.max(1, count - 1));
    const [one, other] = [await readStretch(left, first), await readStretch(right, first)];
    if (one === undefined || other === undefined) continue;
    addCorrelations(sums, one, other);
    compared += 1;
  }
  if (compared < stretches.least) return undefined;
  return sums.reduce((highest, sum) => Math.max(highest, Math.abs(sum)), 0) / compared;
}

/** A stretch with high frequencies raised, at energy 1; undefined where there is silence. */
async function readStretch(file: FileHandle, first: number): Promise<Float32Array | undefined> {
  const samples = new Int16Array(stretchSamples);
  await readSamples(file, samples, first);
  const raised = Float32Array.from(
    samples,
    (sample, at) => sample - preEmphasis * (samples[at - 1] ?? sample),
  );
  const energy = raised.reduce((sum, sample) => sum + sample * sample, 0);
  return energy < silentPower * stretchSamples
    ? undefined
    : raised.map((sample) => sample / Math.sqrt(energy));
}

function addCorrelations(sums: Float64Array, one: Float32Array, other: Float32Array): void {
  for (let lag = -maxLag; lag <= maxLag; lag += 1) {
    sums[lag + maxLag] = (sums[lag + maxLag] ?? 0) + correlate(one, other, lag);
  }
}

function correlate(one: Float32Array, other: Float32Array, lag: number): number {
  let sum = 0;
  const end = Math.min(stretchSamples, stretchSamples - lag);
  for (let at = Math.max(0, -lag); at < end; at += 1) sum += (one[at] ?? 0) * (other[at + lag] ?? 0);
  return sum;
}

/** A lag that was found by loudness is off by up to a frame of 0.1 s. */
const maxFineLag = 1600;
/** 20 ms: two recorders drift apart by less within half a minute. */
const maxDrift = 320;
/** The best correlation of a stretch: of unrelated sound 0.02 to 0.09, of two recordings of the same sound 0.3 to 0.9. */
const minCorrelation = 0.1;
const minAgreeing = 0.5;
const minCompared = 8;
/** In samples: 30 s. */
const comparedSamples = 480_000;

/**
 * True if the right channel has the sound of the left one about \`lag\` samples later: most stretches match best at the
 * same lag. Compares half a minute in the middle. Throws the signal's reason when aborted.
 */
export async function isSameSound(
  [left, right]: readonly [FileHandle, FileHandle],
  lag: number,
  signal?: AbortSignal,
): Promise<boolean> {
  const first = Math.max(0, -lag);
  const samples = Math.min((await left.stat()).size >> 1, ((await right.stat()).size >> 1) - lag) - first;
  const length = Math.min(samples, comparedSamples);
  const start = first + ((samples - length) >> 1);
  const best: Match[] = [];
  const step = Math.max(stretchSamples >> 1, Math.floor(length / stretches.most));
  for (let at = start; at + stretchSamples <= start + length; at += step) {
    signal?.throwIfAborted();
    const [one, other] = [await readStretch(left, at), await readStretch(right, at + lag)];
    if (one !== undefined && other !== undefined) best.push(findBest(one, other));
  }
  const alike = best.filter(({ correlation }) => correlation >= minCorrelation).map(({ lag }) => lag);
  const middle = alike.toSorted((a, b) => a - b)[alike.length >> 1] ?? 0;
  const agreeing = alike.filter((each) => Math.abs(each - middle) <= maxDrift).length;
  return best.length >= minCompared && agreeing >= minAgreeing * best.length;
}

interface Match {
  lag: number;
  correlation: number;
}

/** Returns the lag at which the second stretch matches the first one best. */
function findBest(one: Float32Array, other: Float32Array): Match {
  let best: Match = { lag: 0, correlation: 0 };
  for (let lag = -maxFineLag; lag <= maxFineLag; lag += 1) {
    const correlation = Math.abs(correlate(one, other, lag));
    if (correlation > best.correlation) best = { lag, correlation };
  }
  return best;
}
