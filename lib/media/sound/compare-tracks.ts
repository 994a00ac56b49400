import { silentDb, trackFrameMs } from '#lib/media/sound/frames';

/*
 * Screen recorders write a mix beside its parts, and many files have the same sound twice, in other codecs, at other
 * levels, or slightly later. If one sound is part of another, the other is never quieter than it, minus one constant
 * difference, and exactly as loud wherever there is no other sound. Unrelated sounds have no such difference: each is
 * loud where the other is not.
 */

const audibleDb = -55;
/** Sound this far below the loud moments is its background, or hardly audible beside others. */
const backgroundDb = 35;
const softDb = 20;
/** The minimum frames of sound for a comparison: the levels of two short words are easily alike. */
const minFrames = 100;
const loudFrames = 25;
/** Levels are compared over 100 ms, so that a few milliseconds of lag don't count. */
const smoothFrames = 5;
/**
 * The share of a sound's frames that may be quieter in the other than the constant difference, for an encoder's errors.
 */
const maxBelow = 0.05;
/** The maximum difference between the levels of a copy, because of its encoder. */
const spreadDb = 3;
/** The minimum share of a part that has nothing louder beside it in a mix; a copy is the same nearly everywhere. */
const minAlone = 0.3;
const minSame = 0.85;
/** A frame this much quieter than expected is missing; this many missing frames are a word. */
const missingDb = 10;
const missingFrames = 10;
/** The maximum lag of the same sound in another stream, in either direction. */
const maxLagMs = 3000;

/**
 * Returns the gain in dB with which a sound is part of another; undefined if it isn't all in there. Both are the levels
 * of 20 ms frames in dBFS (`trackFrames`); the sound may be up to 3 s earlier or later in the other. After its end, a
 * sound counts as silent. Takes time in proportion to the length.
 */
export function findGain(part: Float32Array, whole: Float32Array): number | undefined {
  const lag = findLag(part, whole);
  const [inner, outer] = [smooth(part), smooth(whole)];
  const loud = findLoud(inner);
  const heardFrom = Math.max(audibleDb, loud - backgroundDb);
  const differences = inner.map((level, at) =>
    level < heardFrom ? Number.NaN : (outer[at + lag] ?? silentDb) - level,
  );
  const sorted = differences
    .filter((_, at) => (inner[at] ?? silentDb) >= Math.max(audibleDb, loud - softDb))
    .toSorted();
  if (sorted.length < minFrames) return undefined;
  const gain = findConstant(sorted);
  return gain === undefined || isWordMissing(differences, gain - missingDb) ? undefined : gain;
}

/** Returns the difference that holds wherever there is no other sound, from all differences in ascending order. */
function findConstant(sorted: Float32Array): number | undefined {
  const least = sorted[Math.floor(maxBelow * sorted.length)] ?? silentDb;
  const middle = sorted[Math.floor(sorted.length / 2)] ?? silentDb;
  const share = (from: number) =>
    sorted.filter((difference) => difference >= from && difference <= from + spreadDb).length / sorted.length;
  if (share(middle - spreadDb / 2) >= minSame) return middle;
  return share(least) >= minAlone ? least : undefined;
}

function isWordMissing(differences: Float32Array, least: number): boolean {
  let run = 0;
  return differences.some((difference) => {
    run = difference < least ? run + 1 : 0;
    return run >= missingFrames;
  });
}

/** Returns the level that the loudest frames of a sound, half a second in total, reach. */
function findLoud(levels: Float32Array): number {
  const sorted = levels.toSorted();
  return sorted[Math.max(0, sorted.length - loudFrames)] ?? silentDb;
}

/** Returns the level of the 100 ms around each frame. */
function smooth(levels: Float32Array): Float32Array {
  const powers = Float64Array.from(levels, (level) => 10 ** (level / 10));
  const reach = (smoothFrames - 1) / 2;
  return levels.map((_, at) => {
    const around = powers.subarray(Math.max(0, at - reach), at + reach + 1);
    return 10 * Math.log10(around.reduce((sum, power) => sum + power, 0) / around.length);
  });
}

const coarseFrames = 5;

/** Returns the lag, in frames, of a sound in the other, where it is most similar: first to 0.1 s, then to a frame. */
function findLag(part: Float32Array, whole: Float32Array): number {
  const maxLag = maxLagMs / trackFrameMs;
  const coarse = findBest(thinOut(part), thinOut(whole), { around: 0, reach: maxLag / coarseFrames });
  return findBest(toSound(part), toSound(whole), { around: coarse * coarseFrames, reach: coarseFrames });
}

/** Returns the lag with the largest product of both; of equal ones, that nearest to the middle. */
function findBest(
  part: Float32Array,
  whole: Float32Array,
  { around, reach }: { around: number; reach: number },
): number {
  const lags = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    at % 2 === 0 ? around + at / 2 : around - (at + 1) / 2,
  );
  let best = { lag: around, likeness: -Infinity };
  for (const lag of lags) {
    let likeness = 0;
    for (let at = Math.max(0, -lag); at < Math.min(part.length, whole.length - lag); at += 1) {
      likeness += (part[at] ?? 0) * (whole[at + lag] ?? 0);
    }
    if (likeness > best.likeness) best = { lag, likeness };
  }
  return best.lag;
}

/** Returns the rise of each frame above the audible, around the mean: constant sound gives no hint of the lag. */
function toSound(levels: Float32Array): Float32Array {
  const heard = levels.map((level) => Math.max(0, level - audibleDb));
  const mean = heard.reduce((sum, level) => sum + level, 0) / Math.max(1, heard.length);
  return heard.map((level) => level - mean);
}

function thinOut(levels: Float32Array): Float32Array {
  const sound = toSound(levels);
  return Float32Array.from({ length: Math.floor(sound.length / coarseFrames) }, (_, at) =>
    sound.subarray(at * coarseFrames, (at + 1) * coarseFrames).reduce((sum, level) => sum + level, 0),
  );
}
