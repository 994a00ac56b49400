import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ffmpeg } from './speech';
import { readVoice, silence, voices } from './voices';

/** A person's turn, in seconds. */
interface Turn {
  speaker: number;
  from: number;
  to: number;
}

/** Makes a recording of two people who alternate, in this folder; returns it with the times of their turns. */
export async function makeTwoPeople(folder: string): Promise<{ file: string; spans: Turn[] }> {
  const turns = [0, 1, 2].flatMap((i) => [
    { speaker: 0, voice: voices.first[i] ?? '' },
    { speaker: 1, voice: voices.second[i] ?? '' },
  ]);
  const parts: Buffer[] = [];
  const spans: Turn[] = [];
  for (const { speaker, voice } of turns) {
    const from = Buffer.concat(parts).length / 32_000;
    parts.push(await readVoice(voice), silence(800));
    spans.push({ speaker, from, to: Buffer.concat(parts).length / 32_000 });
  }
  const raw = path.join(folder, 'two-people.raw');
  await writeFile(raw, Buffer.concat(parts));
  const file = path.join(folder, 'two-people.wav');
  await ffmpeg('-f', 's16le', '-ar', '16000', '-ac', '1', '-i', raw, file);
  return { file, spans };
}
