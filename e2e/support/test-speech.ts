import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Why a test is skipped where there are no clips. */
export const noTestSpeech = 'skipped: no clips in ../shared/speech (set LONGHAND_TEST_SPEECH_DIR)';

/** A clip of real or synthetic speech, with what is said in it and, for some, when each word begins and ends, in seconds. */
export interface SpeechClip {
  file: string;
  seconds: number;
  text: string | null;
  words?: Array<[word: string, start: number, end: number]>;
}

/** Whether the folder with the clips is there. */
export function hasTestSpeech(): boolean {
  return existsSync(path.join(getFolder(), 'clips.json'));
}

/** The clips with these names, in this order. */
export async function readTestSpeech(names: readonly string[]): Promise<SpeechClip[]> {
  const folder = getFolder();
  const clips = JSON.parse(await readFile(path.join(folder, 'clips.json'), 'utf8')) as SpeechClip[];
  return names.map((name) => {
    const clip = clips.find(({ file }) => file === `${name}.flac`);
    if (clip === undefined) throw new Error(`there is no clip ${name}`);
    return { ...clip, file: path.join(folder, clip.file) };
  });
}

function getFolder(): string {
  return path.resolve(process.env['LONGHAND_TEST_SPEECH_DIR'] ?? '../shared/speech');
}
