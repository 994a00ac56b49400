import { truncate, writeFile } from 'node:fs/promises';
import { pcmBytesPerSecond, wavHeader } from '#lib/media/pcm';

/** Writes a WAV file of so many seconds of digital silence, which takes no room on the disk and no time. */
export async function writeSilence(file: string, seconds: number): Promise<void> {
  const header = wavHeader(seconds * pcmBytesPerSecond);
  await writeFile(file, header);
  await truncate(file, header.length + seconds * pcmBytesPerSecond);
}
