import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Recordings of two real people in Debian's pocketsphinx-testdata, each about 2 to 7 s. */
const folder = '/usr/share/pocketsphinx/test/data';
const reader = (id: string) => `librivox/sense_and_sensibility_01_austen_64kb-${id}.wav`;
export const voices = {
  /** A reader of LibriVox. */
  first: [reader('0870'), reader('0890'), reader('0920'), reader('0880'), reader('0930')],
  /** A man who speaks commands and numbers to a machine. */
  second: ['goforward.raw', 'something.raw', 'numbers.raw'],
};

/** Reads the samples of one of `voices` as 16 kHz s16le. */
export async function readVoice(file: string): Promise<Buffer> {
  const source = path.join(folder, file);
  if (file.endsWith('.raw')) return readFile(source);
  const args = ['-v', 'error', '-i', source, '-f', 's16le', '-ar', '16000', '-ac', '1', '-'];
  const { stdout } = await promisify(execFile)('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 26 });
  return stdout;
}

/** Returns digital silence as 16 kHz s16le. */
export function silence(ms: number): Buffer {
  return Buffer.alloc(32 * ms);
}

/**
 * Returns the range of a recording, in milliseconds, from the first to the last 0.1 s that is at most 20 dB below the
 * loudest.
 */
export function loudRange(pcm: Buffer): { startMs: number; endMs: number } {
  const frameBytes = 3200;
  const energies = Array.from({ length: Math.floor(pcm.length / frameBytes) }, (_, frame) => {
    let sum = 0;
    for (let at = frame * frameBytes; at < (frame + 1) * frameBytes; at += 2) sum += pcm.readInt16LE(at) ** 2;
    return sum;
  });
  const least = Math.max(...energies) / 100;
  const isLoud = (energy: number) => energy >= least;
  return { startMs: 100 * energies.findIndex(isLoud), endMs: 100 * (energies.findLastIndex(isLoud) + 1) };
}
