import { truncate, writeFile } from 'node:fs/promises';
import { pcmBytesPerSecond, wavHeader } from '#lib/media/pcm';

/** Writes a sparse WAV file of this many seconds of digital silence, which takes no disk space and no time. */
export async function writeSilence(file: string, seconds: number): Promise<void> {
  const header = wavHeader(seconds * pcmBytesPerSecond);
  await writeFile(file, header);
  await truncate(file, header.length + seconds * pcmBytesPerSecond);
}

/** Returns this many seconds of silence as a WAV file, with this byte throughout. */
export function makeSilence(seconds: number, byte = 0): Buffer {
  const bytes = seconds * pcmBytesPerSecond;
  return Buffer.concat([wavHeader(bytes), Buffer.alloc(bytes, byte)]);
}
