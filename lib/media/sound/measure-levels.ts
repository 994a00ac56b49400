import { open } from 'node:fs/promises';

/** The length of a frame in milliseconds. */
export const frameMs = 20;
/** In dB of full scale: what lies below counts as this. */
export const silentDb = -90;

const frameSamples = 320;
const framesAtOnce = 1000;

/**
 * The level of each 20 ms of a recording (16 kHz mono s16le), in dB of full scale, -90 at least. Reads 20 s at a time. Throws the
 * signal's reason when aborted.
 */
export async function measureLevels(pcmPath: string, signal: AbortSignal): Promise<Float32Array> {
  const file = await open(pcmPath);
  try {
    const { size } = await file.stat();
    const levels = new Float32Array(Math.floor(size / 2 / frameSamples));
    const samples = new Int16Array(framesAtOnce * frameSamples);
    const bytes = new Uint8Array(samples.buffer);
    for (let first = 0; first < levels.length; first += framesAtOnce) {
      signal.throwIfAborted();
      await file.read(bytes, 0, bytes.length, first * frameSamples * 2);
      for (let frame = first; frame < Math.min(first + framesAtOnce, levels.length); frame += 1) {
        levels[frame] = toLevel(samples, (frame - first) * frameSamples);
      }
    }
    return levels;
  } finally {
    await file.close();
  }
}

function toLevel(samples: Int16Array, start: number): number {
  let energy = 0;
  for (let at = start; at < start + frameSamples; at += 1) energy += (samples[at] ?? 0) ** 2;
  const power = energy / frameSamples / 32_768 ** 2;
  return power === 0 ? silentDb : Math.max(silentDb, 10 * Math.log10(power));
}
