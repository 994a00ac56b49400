import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { pcmBytesPerSecond } from '#lib/media/pcm';

/**
 * Copies the part of decoded sound between two times, in whole milliseconds, to another file; one that is there is replaced. Throws
 * the signal's reason when aborted.
 */
export async function cutSound(
  pcmPath: string,
  outputPath: string,
  { startMs, endMs }: { startMs: number; endMs: number },
  signal: AbortSignal,
): Promise<void> {
  const toByte = (ms: number): number => (ms * pcmBytesPerSecond) / 1000;
  const part = createReadStream(pcmPath, { start: toByte(startMs), end: toByte(endMs) - 1 });
  await pipeline(part, createWriteStream(outputPath), { signal });
}
