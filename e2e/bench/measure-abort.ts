import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { childGroups } from '#e2e/support/child-processes';
import { waitFor } from '#e2e/support/wait';
import { note } from './note';

const run = promisify(execFile);

/** Measures how soon processing of one hour of audio stops when its job is deleted. */
export async function measureAbort(folder: string): Promise<void> {
  const inputPath = path.join(folder, 'hour.wav');
  const pcmPath = path.join(folder, 'hour.pcm');
  const sound = ['-f', 'lavfi', '-i', 'sine=440:duration=3600:sample_rate=8000'];
  await run('ffmpeg', ['-v', 'error', '-y', ...sound, inputPath]);
  const { durationSeconds: pcmSeconds } = await decodeAudio(inputPath, pcmPath, { maxSeconds: 7200 });
  const works: Record<string, (output: string, signal: AbortSignal) => Promise<unknown>> = {
    decoding: (output, signal) => decodeAudio(inputPath, output, { maxSeconds: 7200, signal }),
    'the rendition': (output, signal) =>
      makeRendition({ inputPath, pcmPath, pcmSeconds }, output, { signal }),
  };
  for (const [name, work] of Object.entries(works)) {
    const stop = new AbortController();
    const ended = work(path.join(folder, 'aborted'), stop.signal).catch(() => {});
    await waitFor('a tool at work', () => childGroups('hour.wav')[0]);
    const began = performance.now();
    stop.abort(new Error('deleted'));
    await ended;
    note(`From a job's deletion to the end of ${name}`, `${(performance.now() - began).toFixed(0)} ms`, '');
  }
}
