/* Two recordings of one room have the same rise and fall of loudness, however far apart they began and whatever each microphone hears best. */

/** One hour is enough to compare, and more would block the process. */
const maxFrames = 36_000;
/** People start recorders within seconds of each other. */
const maxLagFrames = 50;
const minCorrelation = 0.6;

/**
 * Returns by how many frames of 0.1 s the right channel follows the left one, negative if it comes first, where the
 * levels of both (dB) rise and fall together; otherwise undefined. At most 5 s, and a quarter of the recording.
 */
export function findSharedLoudness(left: Float32Array, right: Float32Array): number | undefined {
  const frames = Math.min(left.length, right.length, maxFrames);
  const most = Math.min(maxLagFrames, Math.floor(frames / 4));
  let found = { correlation: 0, lag: 0 };
  for (let lag = -most; lag <= most; lag += 1) {
    const [a, b] = alignLevels(left.subarray(0, frames), right.subarray(0, frames), lag);
    const scale = Math.sqrt(covary(a, a) * covary(b, b));
    const correlation = scale === 0 ? 0 : covary(a, b) / scale;
    if (correlation > found.correlation) found = { correlation, lag };
  }
  return found.correlation < minCorrelation ? undefined : found.lag;
}

/** Cuts the levels so that frames of the same sound have the same index, where the right channel follows by `lag` frames. */
export function alignLevels(
  left: Float32Array,
  right: Float32Array,
  lag: number,
): [left: Float32Array, right: Float32Array] {
  const [a, b] = [left.subarray(Math.max(0, -lag)), right.subarray(Math.max(0, lag))];
  const frames = Math.min(a.length, b.length);
  return [a.subarray(0, frames), b.subarray(0, frames)];
}

/** The covariance of two rows of the same length. */
export function covary(a: Float32Array, b: Float32Array): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const sum = a.reduce((total, value, at) => total + (value - meanA) * ((b[at] ?? 0) - meanB), 0);
  return sum / Math.max(1, a.length);
}

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
