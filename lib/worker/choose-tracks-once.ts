import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecognitionOptions } from '#lib/recognition/options/options';
import type { Recognition } from '#lib/recognition/recognition';
import type { TrackChoice, TrackSource } from '#lib/recognition/tracks/choose-tracks';

/**
 * Which tracks of a job's media are recognized (see `chooseTracks`). The choice is kept in the job's folder, as the sound is that was
 * decoded by it: another run on this machine, for which a model may be there that wasn't before, goes on with both.
 */
export async function chooseTracksOnce(
  recognition: Recognition,
  source: TrackSource,
  options: RecognitionOptions,
  signal: AbortSignal,
): Promise<TrackChoice> {
  const file = path.join(source.folder, 'tracks.json');
  const kept = await readKept(file);
  if (kept !== undefined) return kept;
  const choice = await recognition.chooseTracks(source, options, signal);
  await writeFile(file, JSON.stringify(choice));
  return choice;
}

/** Undefined where there is none, or only the beginning of one: then nothing was decoded by it. */
async function readKept(file: string): Promise<TrackChoice | undefined> {
  try {
    return JSON.parse(await readFile(/* turbopackIgnore: true */ file, 'utf8')) as TrackChoice;
  } catch {
    return undefined;
  }
}
