import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ffmpeg, readClips } from '#e2e/support/speech';

/**
 * Recordings for the fault scenarios: one that is transcribed at once, and one of eight pieces, which takes some
 * seconds.
 */
export interface Sounds {
  short: string;
  long: string;
  remove(): Promise<void>;
}

/** Makes both recordings in a temporary folder. */
export async function makeSounds(): Promise<Sounds> {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-sounds-'));
  const [short, long] = [path.join(folder, 'short.wav'), path.join(folder, 'long.wav')];
  const clip = (await readClips())[1]?.file ?? '';
  await ffmpeg('-i', clip, '-t', '0.7', short);
  await ffmpeg(
    ...['-i', clip, '-af', 'atrim=end=1.5,apad=whole_dur=4.5,aloop=loop=7:size=72000,apad=whole_dur=70'],
    ...['-t', '70', long],
  );
  return { short, long, remove: () => rm(folder, { recursive: true, force: true }) };
}
