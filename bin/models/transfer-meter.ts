import { formatBytes } from '#lib/recognition/models/format-bytes';

const barLength = 10;
/** The speed is averaged over this time. */
const windowMs = 10_000;
const sampleMs = 100;

/** Returns a function that formats a transfer's progress: `████░░░░░░ 43%, 12 MB/s, 22 s left`, on any clock in ms. */
export function transferMeter(): (bytes: { done: number; total: number }, nowMs: number) => string {
  let samples: Array<{ done: number; nowMs: number }> = [];
  return ({ done, total }, nowMs) => {
    const last = samples.at(-1);
    // A server without range support starts over.
    if (last !== undefined && done < last.done) samples = [];
    samples = samples.filter((sample) => nowMs - sample.nowMs <= windowMs);
    const latest = samples.at(-1);
    if (latest === undefined || nowMs - latest.nowMs >= sampleMs) samples.push({ done, nowMs });
    const filled = Math.floor((barLength * done) / total);
    const bar = '█'.repeat(filled) + '░'.repeat(barLength - filled);
    const shown = `${bar} ${Math.floor((100 * done) / total)}%`;
    const [first] = samples;
    const seconds = first === undefined ? 0 : (nowMs - first.nowMs) / 1000;
    if (first === undefined || seconds < 1 || done <= first.done) return shown;
    const speed = (done - first.done) / seconds;
    return `${shown}, ${formatBytes(speed)}/s, ${formatDuration((total - done) / speed)} left`;
  };
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
