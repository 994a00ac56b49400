import type { FileHandle } from 'node:fs/promises';

/*
 * Decoded sound (16 kHz s16le) as frames of 0.1 s, read 10 s at a time, so that memory does not grow with the length.
 */

/** Samples of one frame. */
export const frameSamples = 1600;
export const frameBytes = 2 * frameSamples;
export const framesAtOnce = 100;

/** In dB of full scale: quieter than any microphone's own noise. What lies below counts as this. */
export const floorDb = -70;
/** The quietest tenth of a channel is its background. */
export const backgroundShare = 0.1;
/** Above its background by this many dB, a channel is surely in use: speech is 20 to 40 dB above a usable one. */
export const activeDb = 20;

/** The level of a frame, from the sum of its squared samples, in dB of full scale. */
export function toDb(energy: number): number {
  const power = energy / frameSamples / 32_768 ** 2;
  return power === 0 ? floorDb : Math.max(floorDb, 10 * Math.log10(power));
}

/** Reads into the buffer from a frame on, as much as there is; gives how many samples that is. */
export async function readFrames(file: FileHandle, samples: Int16Array, first: number): Promise<number> {
  const bytes = new Uint8Array(samples.buffer);
  let filled = 0;
  while (filled < bytes.length) {
    const position = first * frameBytes + filled;
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, position);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled >> 1;
}
