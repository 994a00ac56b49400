/** The recording's waveform: the highest and lowest sample at each point, -1 to 1. */
export interface Peaks {
  highest: Float32Array;
  lowest: Float32Array;
  pointsPerSecond: number;
}

const headerBytes = 24;

/** Parses audiowaveform's format 2 with one channel of 8 or 16 bits: github.com/bbc/audiowaveform, DataFormat.md */
export function readPeaks(file: ArrayBuffer): Peaks | undefined {
  if (file.byteLength < headerBytes) return undefined;
  const view = new DataView(file);
  const version = view.getInt32(0, true);
  const bytes = view.getUint32(4, true) === 1 ? 1 : 2;
  const sampleRate = view.getInt32(8, true);
  const samplesAPoint = view.getInt32(12, true);
  const channels = view.getInt32(20, true);
  if (version !== 2 || channels !== 1 || sampleRate <= 0 || samplesAPoint <= 0) return undefined;
  const points = Math.min(view.getUint32(16, true), Math.floor((file.byteLength - headerBytes) / bytes / 2));
  const highest = new Float32Array(points);
  const lowest = new Float32Array(points);
  const valueAt = (at: number): number =>
    bytes === 1 ? view.getInt8(headerBytes + at) / 128 : view.getInt16(headerBytes + at * 2, true) / 32_768;
  for (let point = 0; point < points; point++) {
    lowest[point] = valueAt(point * 2);
    highest[point] = valueAt(point * 2 + 1);
  }
  return { highest, lowest, pointsPerSecond: sampleRate / samplesAPoint };
}
