import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The reason why a test is skipped if there are no clips. */
export const noTestSpeech = 'skipped: no clips in ../shared/speech (set LONGHAND_TEST_SPEECH_DIR)';

/** A clip of real or synthetic speech, with its text and, for some, the start and end of each word, in seconds. */
export interface SpeechClip {
  file: string;
  seconds: number;
  text: string | null;
  words?: Array<[word: string, start: number, end: number]>;
}

/** Returns true if the folder with the clips exists. */
export function hasTestSpeech(): boolean {
  return existsSync(path.join(getFolder(), 'clips.json'));
}

/** Reads the clips with these names, in this order. */
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
