import { note } from '#e2e/bench/note';

/** A sample of a process: the time, in minutes from the start, and its memory. */
export interface MemoryLook {
  minutes: number;
  mb: number;
}

const maxSlope = 2;

/**
 * Notes the slope of a web server's memory after the warm-up, a share of the samples, with its first and last values.
 */
export function noteMemory(looks: MemoryLook[], warmUp: number): void {
  const measured = looks.slice(Math.floor(warmUp * looks.length));
  const [first, last] = [measured[0]?.mb ?? Number.NaN, measured.at(-1)?.mb ?? Number.NaN];
  const growth = slope(measured);
  note(
    '… memory of the web server',
    `${growth.toFixed(2)} MB/min, ${first.toFixed(0)} to ${last.toFixed(0)} MB`,
    `below ${maxSlope} MB/min`,
    growth < maxSlope,
  );
}

/** Returns the slope of the least-squares line through these points, in MB per minute. */
function slope(points: MemoryLook[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(({ minutes }) => minutes)), mean(points.map(({ mb }) => mb))];
  const covariance = points.reduce((sum, point) => sum + (point.minutes - x) * (point.mb - y), 0);
  return covariance / points.reduce((sum, point) => sum + (point.minutes - x) ** 2, 0);
}
