import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeAudio } from '#lib/media/decode-audio';
import { writePeaks } from '#lib/media/peaks';
import type { RenditionSource } from '#lib/media/rendition/make-rendition';
import { renderFilm } from '#e2e/support/render-film';
import { ffmpeg, makeRecording } from '#e2e/support/speech';
import { note } from './note';

const hour = 3600;
/** Ten minutes of each film represent an hour; that is two parts of a picture. */
const filmSeconds = 600;

const sinceMs = (started: number): number => Date.now() - started;
const toSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** The CPU time of ended child processes so far, in seconds. */
async function readChildSeconds(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'latin1').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // cutime and cstime, in hundredths.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/** Renditions of films by the encoder, arguments and container of their source. */
const films: ReadonlyArray<[what: string, name: string, args: string[]]> = [
  ['720p H.264', 'film.mp4', ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-b:v', '2M']],
  ['720p MPEG-4', 'film.avi', ['-b:v', '2M']],
  ['1080p MPEG-2', 'film.mpg', ['-s', '1920x1080', '-c:v', 'mpeg2video', '-b:v', '8M']],
  [
    '1080p HEVC',
    'hevc.mp4',
    ['-s', '1920x1080', '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'],
  ],
];

/** Measures renditions: an hour of audio, a playable film, and films that need encoding. */
export async function measureRendition(folder: string): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  await makeRecording(at('hour.mp3'), { seconds: hour });
  const sound = await decode(at('hour.mp3'));
  const started = Date.now();
  const { durationSeconds } = await renderFilm(sound, at('hour.out.mp4'));
  note('Rendition of an hour of sound, MP3', toSeconds(sinceMs(started)), '');
  const drawing = Date.now();
  await writePeaks(sound.pcmPath, at('peaks.dat'), { durationSeconds });
  note('… its waveform', toSeconds(sinceMs(drawing)), 'below 2 s');
  const picture = `testsrc2=size=1280x720:rate=25:duration=${filmSeconds}`;
  for (const [what, name, args] of films) {
    await ffmpeg(
      '-i',
      at('hour.mp3'),
      '-f',
      'lavfi',
      '-i',
      picture,
      '-t',
      String(filmSeconds),
      ...args,
      at(name),
    );
    await measureFilm(
      `${filmSeconds / 60} minutes of film, ${what}`,
      await decode(at(name)),
      at(`${name}.out.mp4`),
    );
  }
}

async function measureFilm(what: string, source: RenditionSource, output: string): Promise<void> {
  const [started, usedBefore] = [Date.now(), await readChildSeconds()];
  let soundMs = 0;
  await renderFilm(source, output, { onSound: () => (soundMs = sinceMs(started)) });
  const ms = sinceMs(started);
  const used = (await readChildSeconds()) - usedBefore;
  const ofRealTime = (ms / 1000 / source.pcmSeconds).toFixed(2);
  note(`Rendition of ${what}`, `${toSeconds(ms)}, ${ofRealTime} of real time`, 'below 0.25 of real time');
  note('… seconds of processor', used.toFixed(0), '');
  note('… until its sound plays', toSeconds(soundMs), '');
}

async function decode(inputPath: string): Promise<RenditionSource> {
  const pcmPath = `${inputPath}.s16le`;
  const { durationSeconds: pcmSeconds } = await decodeAudio(inputPath, pcmPath, { maxSeconds: 2 * hour });
  return { inputPath, pcmPath, pcmSeconds };
}
