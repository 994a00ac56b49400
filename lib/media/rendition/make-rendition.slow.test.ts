import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir, readFile, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { childGroups } from '#e2e/support/child-processes';
import { findBeeps, playMedia, toSamples } from '#e2e/support/play-media';
import { renderFilm } from '#e2e/support/render-film';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { writeSilence } from '#e2e/support/write-silence';
import { decodeAudio } from '#lib/media/decode-audio';
import { encodePicture } from '#lib/media/rendition/encode-picture';
import { makeRendition, type Rendition } from '#lib/media/rendition/make-rendition';

/* Renditions of unusual recordings; `formats.slow.test.ts` has those of common formats. */

const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
/** Three seconds of quiet with a beep from 2.0 to 2.2 s. */
const inputs = [
  lavfi('aevalsrc=0.7*sin(2*PI*880*t)*between(t\\,2\\,2.2):s=44100:d=3'),
  lavfi('testsrc=size=160x90:rate=25:duration=3'),
  lavfi('sine=200:duration=3'),
  lavfi('testsrc=size=300x300:duration=0.04'),
].flat();
const sound = ['-map', '0'];
const film = ['-map', '1', '-map', '0'];
const cover = ['-map', '0', '-map', '3', '-c:v', 'png', '-disposition:v', 'attached_pic'];

/** The recordings, all made by one run of ffmpeg. */
const recordings: Record<string, string[]> = {
  'cover.mp3': cover,
  'cover.m4a': cover,
  'cover.flac': cover,
  'several.mkv': ['-map', '0', '-map', '2', '-map', '1', '-map', '1', '-ac', '2'],
  'whole.mp4': [...film, '-pix_fmt', 'yuv420p'],
  'half.mp3': sound,
  'half.avi': film,
  'half.mkv': film,
  'lost.mp3': sound,
};

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);

before(async () => {
  await ffmpeg(...inputs, ...Object.entries(recordings).flatMap(([name, args]) => [...args, at(name)]));
});

async function decode(name: string) {
  const pcmPath = at(`${name}.pcm`);
  const { durationSeconds } = await decodeAudio(at(name), pcmPath, { maxSeconds: 60 });
  return { inputPath: at(name), pcmPath, pcmSeconds: durationSeconds };
}

/** Makes the rendition with its picture, in one part. */
async function render(name: string): Promise<Rendition> {
  return renderFilm(await decode(name), at(`${name}.out.mp4`));
}

/** Checks that the beep sounds at its time. */
function assertBeeps(samples: Int16Array, toleranceSeconds = 0.02): void {
  const [begin = Number.NaN] = findBeeps(samples);
  assert.ok(Math.abs(begin - 2) < toleranceSeconds, `the beep is at ${begin} s`);
}

test('a recording with a cover is sound', async () => {
  for (const name of ['cover.mp3', 'cover.m4a', 'cover.flac']) {
    assert.equal((await render(name)).type, 'audio/mp4', name);
    assert.equal((await playMedia(at(`${name}.out.mp4`))).streams.length, 1);
  }
});

test('of several streams that are no microphones the first of each kind is taken', async () => {
  assert.equal((await render('several.mkv')).type, 'video/mp4');
  const { streams, samples } = await playMedia(at('several.mkv.out.mp4'));
  assertBeeps(samples);
  assert.equal(streams.length, 2);
});

test('a large picture becomes 480p, upright or not', async () => {
  const sizes = [
    ['1920x1080', 852, 480],
    ['1080x1920', 480, 852],
    ['641x361', 640, 360],
  ] as const;
  const large = ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj444p'];
  await ffmpeg(
    ...sizes.flatMap(([size]) => lavfi(`testsrc=size=${size}:rate=2:duration=1`)),
    ...sizes.flatMap(([size], input) => ['-map', String(input), ...large, at(`${size}.mov`)]),
  );
  for (const [size, width, height] of sizes) {
    const source = { inputPath: at(`${size}.mov`), durationSeconds: 1 };
    await encodePicture(source, { startSeconds: 0, endSeconds: null }, at(`${size}.mp4`), {});
    const { stdout } = await promisify(execFile)('ffprobe', [
      ...['-v', 'error', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', at(`${size}.mp4`)],
    ]);
    assert.equal(stdout.trim(), `${width},${height}`);
  }
});

test('a gap in the sound stays a gap', async () => {
  // Packets from 0.5 s to 1.5 s are dropped, their times are not filled.
  const drop = ['-c', 'copy', '-bsf:a', 'noise=drop=gt(pts*tb\\,0.5)*lt(pts*tb\\,1.5)'];
  const names = ['gap.mp4', 'gap.mkv'];
  await ffmpeg('-i', at('whole.mp4'), ...names.flatMap((name) => [...drop, at(name)]));
  for (const name of names) {
    await render(name);
    assertBeeps(toSamples(await readFile(at(`${name}.pcm`))), 0.03);
    // An MP4's index states the length of each frame; a browser would play them without the gap.
    const { stdout } = await promisify(execFile)('ffprobe', [
      ...['-v', 'error', '-select_streams', 'a', '-count_packets'],
      ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', at(`${name}.out.mp4`)],
    ]);
    assert.ok(Number(stdout) > (2.9 * 44_100) / 1024, `${name}: ${stdout.trim()} frames`);
  }
});

test('what was cut off plays as far as it goes', async () => {
  for (const name of ['half.mp3', 'half.avi', 'half.mkv']) {
    await truncate(at(name), Math.floor((await stat(at(name))).size * 0.85));
    const { pcmSeconds } = await decode(name);
    const { durationSeconds } = await render(name);
    assert.ok(Math.abs(durationSeconds - pcmSeconds) < 0.5, `${name}: ${durationSeconds} of ${pcmSeconds} s`);
  }
});

test('where the media itself can be read no more, the decoded sound is the rendition', async () => {
  const source = await decode('lost.mp3');
  await truncate(at('lost.mp3'), 10);
  const made = await makeRendition(source, at('lost.mp3.out.mp4'), {});
  assert.equal(made.type, 'audio/mp4');
  assertBeeps((await playMedia(at('lost.mp3.out.mp4'))).samples);
});

test('aborted in the middle, it ends at once and leaves nothing behind', async () => {
  await writeSilence(at('hour.wav'), 3600);
  // It is aborted before the decoded sound is needed.
  const source = { inputPath: at('hour.wav'), pcmPath: at('hour.pcm'), pcmSeconds: 3600 };
  const stop = new AbortController();
  const { signal } = stop;
  const reason = new Error('the job is deleted');
  const making = makeRendition(source, at('aborted.mp4'), { signal });
  const refused = assert.rejects(making, reason);
  await waitFor('a tool at work on it', () => childGroups('aborted.mp4')[0]);
  stop.abort(reason);
  await refused;
  assert.deepEqual(childGroups('aborted.mp4'), []);
  assert.ok(!(await readdir(folder)).includes('aborted.mp4'));
});
