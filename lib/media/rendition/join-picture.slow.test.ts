import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { findBeeps, playMedia } from '#e2e/support/play-media';
import { renderFilm } from '#e2e/support/render-film';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { decodeAudio } from '#lib/media/decode-audio';
import { encodePicture } from '#lib/media/rendition/encode-picture';
import { joinPicture, PartsDiffer } from '#lib/media/rendition/join-picture';

// Only with --all: recordings in many formats.

/* Sound and picture stay in sync, also at the joins of a picture's parts. */

/** The times at which a beep sounds and a flash shows, each for 0.2 s: around each join, and far from them. */
const moments = [2, 3.92, 4.4, 7.84, 8.24, 10];
/** The last part has no picture; there are no keyframes near the joins. */
const ranges = [
  { startSeconds: 0, endSeconds: 4 },
  { startSeconds: 4, endSeconds: 8 },
  { startSeconds: 8, endSeconds: 12 },
  { startSeconds: 12, endSeconds: null },
];
const apartSeconds = 0.05;

const during = moments.map((at) => `between(t\\,${at - 0.01}\\,${at + 0.19})`).join('+');
const dark = 'color=black:size=160x90:rate=25:duration=12';
const flashes = `${dark}[a];color=white:size=160x90:rate=25[b];[a][b]overlay=shortest=1:enable=${during}`;
/** The times at which a picture changes that rarely does. */
const changes = [0.5, 5.5, 9.5];
const light = `geq=lum='if(between(T\\,0.45\\,5.45)+gt(T\\,9.45)\\,235\\,16)':cb=128:cr=128`;
const frames = ['0', ...changes.map((seconds) => `${seconds * 10}`)].map((n) => `eq(n\\,${n})`);
const inputs = [
  `aevalsrc=0.7*sin(2*PI*880*t)*(${during}):s=44100:d=12`,
  flashes,
  `color=black:size=160x90:rate=10:duration=12,${light},select='${frames.join('+')}'`,
].flatMap((source) => ['-f', 'lavfi', '-i', source]);

const films: Array<[name: string, args: string[]]> = [
  ['mpeg4.avi', ['-c:v', 'mpeg4', '-bf', '2']],
  ['mpeg2.mpg', ['-c:v', 'mpeg2video', '-bf', '2', '-g', '37']],
  ['mpeg2.ts', ['-c:v', 'mpeg2video', '-bf', '2', '-g', '37', '-muxdelay', '3']],
  ['hevc.mp4', ['-c:v', 'libx265', '-x265-params', 'log-level=error:keyint=37', '-preset', 'ultrafast']],
  ['vp9.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-g', '37', '-c:a', 'libopus']],
  ['mjpeg.mkv', ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p']],
];
const still = ['-vsync', 'vfr', '-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p'];

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);

/** The decoded beeps, which are those of every recording. */
const sound = { pcmPath: '', pcmSeconds: 0 };

before(async () => {
  await ffmpeg(
    ...inputs,
    ...films.flatMap(([name, args]) => ['-map', '1', '-map', '0', '-pix_fmt', 'yuv420p', ...args, at(name)]),
    ...['-map', '2', '-map', '0', ...still, at('still.mkv')],
  );
  sound.pcmPath = at('sound.s16le');
  const { durationSeconds } = await decodeAudio(at('still.mkv'), sound.pcmPath, { maxSeconds: 60 });
  sound.pcmSeconds = durationSeconds;
});

/** Returns the times at which it becomes bright, in seconds, as a player shows it. */
async function findFlashes(file: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-f', 'lavfi', '-i', `movie=${file},signalstats`],
    ...['-show_entries', 'frame=pts_time:frame_tags=lavfi.signalstats.YAVG', '-of', 'csv=p=0'],
  ]);
  const frames = stdout
    .trim()
    .split('\n')
    .map((line) => line.split(',').map(Number));
  return frames.flatMap(([seconds = Number.NaN, light = 0], number) => {
    const [, before = 0] = frames[number - 1] ?? [];
    return light > 128 && before <= 128 ? [seconds] : [];
  });
}

function assertNear(found: readonly number[], expected: readonly number[], what: string): void {
  const isNear = expected.every(
    (seconds, at) => Math.abs((found[at] ?? Number.NaN) - seconds) <= apartSeconds,
  );
  assert.ok(
    isNear && found.length === expected.length,
    `${what}: ${found.join(' ')}, not ${expected.join(' ')}`,
  );
}

for (const [name] of films) {
  test(`${name} in parts shows each flash with its beep`, async () => {
    const output = at(`${name}.out.mp4`);
    const made = await renderFilm({ inputPath: at(name), ...sound }, output, { ranges });
    assert.equal(made.type, 'video/mp4');
    const heard = findBeeps((await playMedia(output)).samples);
    assertNear(heard, moments, 'beeps');
    assertNear(await findFlashes(output), heard, 'flashes');
  });
}

test('a picture that hardly ever changes keeps its moments, though parts begin without one', async () => {
  const bright = changes.filter((_, number) => number % 2 === 0);
  await renderFilm({ inputPath: at('still.mkv'), ...sound }, at('still.out.mp4'), { ranges });
  assertNear(await findFlashes(at('still.out.mp4')), bright, 'changes');
});

test('parts of different sizes are not joined, and an abort leaves no file', async () => {
  const source = { inputPath: at('mpeg4.avi'), durationSeconds: 12 };
  await encodePicture(source, { startSeconds: 0, endSeconds: 4 }, at('one.mp4'), {});
  const other = ['-f', 'lavfi', '-i', 'testsrc=size=80x60:duration=1', '-pix_fmt', 'yuv420p'];
  await ffmpeg(...other, at('other.mp4'));
  const parts = ['one.mp4', 'other.mp4'].map((name, number) => ({
    file: at(name),
    startSeconds: 4 * number,
  }));
  const joining = { parts, soundPath: at('one.mp4'), durationSeconds: 5 };
  await assert.rejects(joinPicture(joining, at('joined.mp4'), {}), PartsDiffer);
  const abort = new AbortController();
  abort.abort(new Error('the job is deleted'));
  const whole = { startSeconds: 0, endSeconds: null };
  await assert.rejects(encodePicture(source, whole, at('gone.mp4'), abort), /the job is deleted/);
  await assert.rejects(readFile(at('gone.mp4')));
});
