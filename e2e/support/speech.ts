import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Real speech: five LibriVox clips with their words, from Debian's pocketsphinx-testdata. */
const folder = '/usr/share/pocketsphinx/test/data/librivox';

const wavHeaderBytes = 44;

/** One clip: a 16 kHz WAV file, its length, and the words that are spoken in it. */
export interface Clip {
  file: string;
  seconds: number;
  words: string[];
}

/** Reads the five clips, 25 s together. */
export async function readClips(): Promise<Clip[]> {
  const lines = (await readFile(path.join(folder, 'transcription'), 'utf8')).trim().split('\n');
  const read = lines.map(async (line) => {
    const [, text, id] = /^<s> (.*) <\/s> \((.*)\)$/.exec(line) ?? [];
    if (text === undefined || id === undefined) throw new Error(`not a line of a reference: ${line}`);
    const file = path.join(folder, `${id}.wav`);
    const { size } = await stat(file);
    return { file, seconds: (size - wavHeaderBytes) / 32_000, words: toWords(text) };
  });
  return Promise.all(read);
}

/** Returns the clip whose length is nearest to this one. */
export function nearestClip(clips: Clip[], seconds: number): Clip {
  const [nearest] = clips.toSorted((a, b) => Math.abs(a.seconds - seconds) - Math.abs(b.seconds - seconds));
  if (nearest === undefined) throw new Error('there are no clips');
  return nearest;
}

/** Returns the words of a text normalized for comparison: lower case, no punctuation, "mr" and "mister" the same. */
export function toWords(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  return words.map((word) => (word === 'mr' ? 'mister' : word));
}

/** Counts the word errors: the least number of words to change, add, or remove to turn one text into the other. */
export function countWordErrors(reference: string[], heard: string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, i) => i);
  for (const [i, word] of reference.entries()) {
    const next = [i + 1];
    for (const [j, other] of heard.entries()) {
      const substituted = (row[j] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Runs ffmpeg; throws with its messages if it fails. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

/** Writes the clips one after the other, repeated until the file is this long. */
export async function makeRecording(file: string, { seconds }: { seconds: number }): Promise<void> {
  const clips = await readClips();
  const inputs = clips.flatMap((clip) => ['-i', clip.file]);
  // 0.6 s of silence after each clip, as a reader would pause.
  const padded = clips.map((_, i) => `[${i}]apad=pad_dur=0.6[p${i}]`).join(';');
  const joined = `${clips.map((_, i) => `[p${i}]`).join('')}concat=n=${clips.length}:v=0:a=1,aloop=-1:size=2e9`;
  await ffmpeg(...inputs, '-filter_complex', `${padded};${joined}`, '-t', String(seconds), file);
}
