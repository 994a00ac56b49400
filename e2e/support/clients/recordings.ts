import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readClips } from '#e2e/support/speech';
import { pcmBytesPerSecond, wavHeader } from '#lib/media/pcm';

/** Writes this many different recordings of one second of speech into a folder; returns their paths. */
export async function writeRecordings(folder: string, count: number): Promise<string[]> {
  const clips = await Promise.all((await readClips()).map(({ file }) => readFile(file)));
  const second = pcmBytesPerSecond;
  const seconds = clips.flatMap((clip) => {
    const sound = clip.subarray(44);
    return Array.from({ length: Math.floor(sound.length / second) }, (_, i) =>
      sound.subarray(i * second, (i + 1) * second),
    );
  });
  if (seconds.length < count) throw new Error(`there are ${seconds.length} seconds of speech`);
  const files = seconds.slice(0, count).map((sound, i) => ({
    file: path.join(folder, `talk-${String(i + 1).padStart(2, '0')}.wav`),
    content: Buffer.concat([wavHeader(sound.length), sound]),
  }));
  await Promise.all(files.map(({ file, content }) => writeFile(file, content)));
  return files.map(({ file }) => file);
}

const pieceBytes = 1000;

/**
 * Copies a file into a new one as a slow connection would: a kilobyte every 0.8 s until `isEnough`, then the rest at
 * once. The pauses are long enough to send the unfinished file by mistake.
 */
export async function copySlowly(
  from: string,
  { to, isEnough }: { to: string; isEnough: () => boolean },
): Promise<void> {
  const content = await readFile(from);
  let written = 0;
  while (!isEnough()) {
    // Keep the last second of sound for the end.
    if (written > content.length - pcmBytesPerSecond) throw new Error(`${from} is too short for this`);
    await appendFile(to, content.subarray(written, written + pieceBytes));
    written += pieceBytes;
    await new Promise((resolve) => {
      // oxlint-disable-next-line longhand/no-wall-clock -- a program that copies slowly does so by the clock
      setTimeout(resolve, 800);
    });
  }
  await appendFile(to, content.subarray(written));
}
