import { truncate, writeFile } from 'node:fs/promises';
import { pcmBytesPerSecond, wavHeader } from '#lib/media/pcm';

/** Writes a sparse WAV file of this many seconds of digital silence, which takes no disk space and no time. */
export async function writeSilence(file: string, seconds: number): Promise<void> {
  const header = wavHeader(seconds * pcmBytesPerSecond);
  await writeFile(file, header);
  await truncate(file, header.length + seconds * pcmBytesPerSecond);
}
