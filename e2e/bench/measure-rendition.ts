import path from 'node:path';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { writePeaks } from '#lib/media/peaks';
import { ffmpeg, makeRecording } from '#e2e/support/speech';
import { note } from './note';

const hour = 3600;

async function time(work: () => Promise<unknown>): Promise<string> {
  const started = Date.now();
  await work();
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}

/** What the editor plays and draws of an hour: sound, a film that plays already, and one that has to be encoded. */
export async function measureRendition(folder: string): Promise<void> {
  const at = (name: string) => path.join(folder, name);
  await makeRecording(at('hour.mp3'), { seconds: hour });
  // Ten minutes of each film stand for an hour of it.
  const minutes = 10;
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=25', '-t', String(60 * minutes)];
  const film = ['-i', at('hour.mp3'), ...picture, '-b:v', '2M'];
  await ffmpeg(...film, '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', at('film.mp4'));
  await ffmpeg(...film, at('film.avi'));
  for (const [what, name] of [
    ['an hour of sound, MP3', 'hour.mp3'],
    [`${minutes} minutes of film, H.264`, 'film.mp4'],
    [`${minutes} minutes of film, 720p MPEG-4`, 'film.avi'],
  ] as const) {
    const pcmPath = at(`${name}.s16le`);
    const { durationSeconds: pcmSeconds } = await decodeAudio(at(name), pcmPath, { maxSeconds: 2 * hour });
    const source = { inputPath: at(name), pcmPath, pcmSeconds };
    note(`Rendition of ${what}`, await time(() => makeRendition(source, at(`${name}.out.mp4`), {})), '');
    if (name !== 'hour.mp3') continue;
    const peaks = () => writePeaks(pcmPath, at('peaks.dat'), { durationSeconds: pcmSeconds });
    note('… its waveform', await time(peaks), 'below 2 s');
  }
}
