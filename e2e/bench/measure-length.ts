import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ffmpeg, makeRecording } from '#e2e/support/speech';
import { probeMedia } from '#lib/media/probe-media';
import { note } from './note';
import { readCpuSeconds } from './read-cpu-seconds';

const seconds = 1800;

/** Half an hour in containers with a trusted index, with listed packets, or with audio that must be decoded. */
const kinds: ReadonlyArray<[what: string, name: string]> = [
  ['MP3, whose index is believed', 'half.mp3'],
  ['Matroska, whose clock is looked at here and there', 'half.mkv'],
  ['a transport stream, whose packets are listed', 'half.ts'],
  ['Ogg Opus, whose packets are listed', 'half.opus'],
  ['ADTS, whose sample rate changes: decoded', 'half.aac'],
];

/** Measures determining a recording's exact duration. */
export async function measureLength(folder: string): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  await makeRecording(at('half.wav'), { seconds });
  for (const [what, name] of kinds) {
    await ffmpeg('-i', at('half.wav'), '-ar', '48000', at(name));
    if (name === 'half.aac') {
      await ffmpeg('-i', at('half.wav'), '-t', '5', '-ar', '22050', at('end.aac'));
      await appendFile(at(name), await readFile(at('end.aac')));
    }
    const before = await readCpuSeconds(process.pid);
    const { durationSeconds } = await probeMedia(at(name), {});
    const { children } = await readCpuSeconds(process.pid);
    const share = (100 * (children - before.children)) / durationSeconds;
    note(
      `Exact length of half an hour, ${what}`,
      `${share.toFixed(3)}% of real time`,
      'at most 1%',
      share <= 1,
    );
  }
}
