import { open, type FileHandle } from 'node:fs/promises';

/*
 * Decoded sound (16 kHz s16le) in frames, a few of which are read at a time, so that memory doesn't grow with the
 * length.
 */

/** The samples of a frame, and the lowest level, in dBFS: below any microphone's own noise. */
interface Frames {
  frameSamples: number;
  floorDb: number;
}

/** Frames of 0.1 s, for the voices of a call. */
export const callFrames: Frames = { frameSamples: 1600, floorDb: -70 };
export const trackFrameMs = 20;
export const silentDb = -90;
/** Frames of 20 ms, for tracks that are compared. */
export const trackFrames: Frames = { frameSamples: 16 * trackFrameMs, floorDb: silentDb };
export const framesAtOnce = 100;

/** The quietest tenth of a channel is its background. */
export const backgroundShare = 0.1;
/** This many dB above its background, a channel is surely active: speech is 20 to 40 dB above a usable one. */
export const activeDb = 20;

/** Returns the level of a frame in dBFS, from the sum of its squared samples. */
export function toDb(energy: number, { frameSamples, floorDb }: Frames): number {
  const power = energy / frameSamples / 32_768 ** 2;
  return power === 0 ? floorDb : Math.max(floorDb, 10 * Math.log10(power));
}

/** Fills the buffer from the sample `first` up to the end of the sound, and returns the number of samples. */
export async function readSamples(file: FileHandle, samples: Int16Array, first: number): Promise<number> {
  const bytes = new Uint8Array(samples.buffer);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, 2 * first + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled >> 1;
}

/** A smaller mean over 2 s or more is the sound itself, not a DC offset. */
const maxOffset = 0.01 * 32_768;

/**
 * Returns the level of each whole frame of a file in dBFS, without the effect of a DC offset. Throws the signal's
 * reason if aborted.
 */
export async function measureLevels(
  pcmPath: string,
  frames: Frames,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const { frameSamples } = frames;
  const file = await open(pcmPath);
  try {
    const { size } = await file.stat();
    const levels = new Float32Array(Math.floor(size / 2 / frameSamples));
    const samples = new Int16Array(framesAtOnce * frameSamples);
    for (let first = 0; first < levels.length; first += framesAtOnce) {
      signal?.throwIfAborted();
      const count = await readSamples(file, samples, first * frameSamples);
      const mean = samples.subarray(0, count).reduce((sum, sample) => sum + sample, 0) / count;
      const offset = Math.abs(mean) > maxOffset ? mean : 0;
      for (let frame = first; frame < Math.min(first + framesAtOnce, levels.length); frame += 1) {
        const start = (frame - first) * frameSamples;
        let energy = 0;
        for (let at = start; at < start + frameSamples; at += 1) energy += ((samples[at] ?? 0) - offset) ** 2;
        levels[frame] = toDb(energy, frames);
      }
    }
    return levels;
  } finally {
    await file.close();
  }
}
