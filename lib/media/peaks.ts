import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pcmSampleRate } from '#lib/media/pcm';

/** Waveform points per second. Each is the minimum and maximum of 50 ms. */
export const peaksPerSecond = 20;

const samplesPerPeak = pcmSampleRate / peaksPerSecond;
const peaksPerChunk = 4096;

/**
 * Writes the waveform of decoded sound (16 kHz, mono, s16le) as an 8-bit audiowaveform data file, version 2:
 * https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md. Pads it with silence or cuts it to
 * `durationSeconds`. Memory is constant.
 */
export async function writePeaks(
  pcmPath: string,
  outputPath: string,
  { durationSeconds, signal }: { durationSeconds: number; signal?: AbortSignal },
): Promise<void> {
  const length = Math.ceil(durationSeconds * peaksPerSecond);
  await writeFile(outputPath, toFile(readChunks(pcmPath), length), { signal, flush: true });
}

/** Opens the file lazily: an unread stream's error, after an abort, would be unhandled. */
async function* readChunks(file: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file)) yield chunk as Buffer;
}

/** Yields the bytes of the file: the header and the given number of points. */
export async function* toFile(samples: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  yield header(length);
  let missing = length;
  for await (const peaks of toPeaks(samples)) {
    const fitting = peaks.subarray(0, 2 * missing);
    missing -= fitting.length / 2;
    yield fitting;
    if (missing === 0) return;
  }
  for (; missing > 0; missing -= peaksPerChunk) yield Buffer.alloc(2 * Math.min(missing, peaksPerChunk));
}

function header(length: number): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeInt32LE(2, 0);
  // Flag: 8 bit.
  bytes.writeUInt32LE(1, 4);
  bytes.writeInt32LE(pcmSampleRate, 8);
  bytes.writeInt32LE(samplesPerPeak, 12);
  bytes.writeUInt32LE(length, 16);
  bytes.writeInt32LE(1, 20);
  return bytes;
}

/** Yields the minimum and maximum of every 800 samples (s16le) as pairs of signed bytes, however chunks are cut. */
export async function* toPeaks(samples: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let lowest = 0;
  let highest = 0;
  let counted = 0;
  let half: number | undefined;
  for await (const chunk of samples) {
    const peaks = Buffer.alloc(2 * Math.ceil((chunk.length / 2 + 1 + counted) / samplesPerPeak));
    let made = 0;
    const count = (sample: number): void => {
      if (counted === 0 || sample < lowest) lowest = sample;
      if (counted === 0 || sample > highest) highest = sample;
      if (++counted < samplesPerPeak) return;
      made = writePeak(peaks, made, lowest, highest);
      counted = 0;
    };
    let at = 0;
    if (half !== undefined && chunk.length > 0) count(toSample(half, chunk[at++] ?? 0));
    for (; at + 1 < chunk.length; at += 2) count(toSample(chunk[at] ?? 0, chunk[at + 1] ?? 0));
    if (chunk.length > 0) half = at < chunk.length ? chunk[at] : undefined;
    yield peaks.subarray(0, made);
  }
  if (counted > 0) {
    const last = Buffer.alloc(2);
    writePeak(last, 0, lowest, highest);
    yield last;
  }
}

function toSample(low: number, high: number): number {
  return ((high << 24) >> 16) | low;
}

function writePeak(peaks: Buffer, at: number, lowest: number, highest: number): number {
  peaks.writeInt8(lowest >> 8, at);
  return peaks.writeInt8(highest >> 8, at + 1);
}
