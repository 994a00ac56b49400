import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { childGroups } from '#e2e/support/child-processes';
import { waitFor } from '#e2e/support/wait';
import { renderFilm } from '#e2e/support/render-film';
import { decodeAudio } from '#lib/media/decode-audio';
import { makeRendition, type Rendition } from '#lib/media/rendition/make-rendition';

const run = promisify(execFile);
/** Six seconds of quiet with a beep from 4.0 to 4.2 s. */
const beep = [...['-f', 'lavfi', '-i', 'aevalsrc=0.7*sin(2*PI*880*t)*between(t\\,4\\,4.2):s=44100:d=6']];
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=25:duration=6'];
const opposite = ['-f', 'lavfi', '-i', 'sine=200:duration=6'];

let folder = '';
const at = (name: string) => path.join(folder, name);
const make = (args: string[], name: string) => run('ffmpeg', ['-v', 'error', '-y', ...args, at(name)]);

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'make-rendition-'));
});
after(() => rm(folder, { recursive: true }));

async function decode(name: string) {
  const pcmPath = at(`${name}.pcm`);
  const { durationSeconds } = await decodeAudio(at(name), pcmPath, { maxSeconds: 60 });
  return { inputPath: at(name), pcmPath, pcmSeconds: durationSeconds };
}

/** The rendition with its picture, in one part. */
async function render(name: string): Promise<Rendition> {
  return renderFilm(await decode(name), at(`${name}.out.mp4`));
}

/** Where the first loud sample lies, in seconds. */
async function beginsAt(name: string): Promise<number> {
  const { pcmPath } = await decode(name);
  const bytes = await readFile(pcmPath);
  for (let sample = 0; sample < bytes.length / 2; sample++) {
    if (Math.abs(bytes.readInt16LE(2 * sample)) > 3000) return sample / 16_000;
  }
  throw new Error(`${name} is quiet`);
}

interface StreamOfFile {
  codec_name: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  channels?: number;
}

async function readStreams(name: string): Promise<StreamOfFile[]> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', at(name)]);
  return (JSON.parse(stdout) as { streams: StreamOfFile[] }).streams;
}

const audio: Array<[name: string, args: string[]]> = [
  ['a.wav', beep],
  ['a.mp3', beep],
  ['vbr.mp3', [...beep, '-q:a', '7', '-write_xing', '0']],
  ['a.m4a', beep],
  ['a.aac', beep],
  ['vorbis.ogg', [...beep, '-c:a', 'libvorbis']],
  ['opus.webm', [...beep, '-c:a', 'libopus']],
  ['live.webm', [...beep, '-c:a', 'libopus', '-live', '1']],
  ['a.aiff', beep],
  ['a.flac', beep],
  ['ra.rm', [...beep, '-c:a', 'ac3']],
  ['flac.mkv', [...beep, '-c:a', 'flac']],
  ['a.wma', beep],
  ['mulaw.wav', [...beep, '-ar', '8000', '-c:a', 'pcm_mulaw']],
  ['six.wav', [...beep, '-ac', '6']],
];
const video: Array<[name: string, args: string[]]> = [
  ['a.mp4', [...beep, ...picture, '-pix_fmt', 'yuv420p']],
  ['a444.mp4', [...beep, ...picture, '-pix_fmt', 'yuv444p']],
  ['a.mov', [...beep, ...picture, '-c:v', 'mjpeg']],
  ['h264.mkv', [...beep, ...picture, '-pix_fmt', 'yuv420p', '-c:a', 'libvorbis']],
  ['a.avi', [...beep, ...picture]],
  ['a.wmv', [...beep, ...picture]],
  ['a.flv', [...beep, ...picture]],
  ['a.mpeg', [...beep, ...picture]],
  ['a.ts', [...beep, ...picture]],
  ['a.ogv', [...beep, ...picture, '-c:v', 'libtheora', '-c:a', 'libvorbis']],
  ['vp9.webm', [...beep, ...picture, '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus']],
  ['late.mp4', [...picture, '-itsoffset', '1.5', ...beep, '-pix_fmt', 'yuv420p']],
  ['late.ts', [...picture, '-itsoffset', '1.5', ...beep]],
  ['late-picture.mp4', [...beep, '-itsoffset', '1.5', ...picture, '-pix_fmt', 'yuv420p']],
];

for (const [name, args] of [...audio, ...video]) {
  test(`${name} becomes an MP4 whose sound lies where it lay`, async () => {
    await make(args, name);
    const { type, durationSeconds } = await render(name);
    const isVideo = video.some(([other]) => other === name);
    assert.equal(type, isVideo ? 'video/mp4' : 'audio/mp4');
    const { pcmSeconds } = await decode(name);
    assert.ok(durationSeconds > pcmSeconds - 0.15 && durationSeconds < 7.7, `${durationSeconds} s`);
    const [was, is] = [await beginsAt(name), await beginsAt(`${name}.out.mp4`)];
    assert.ok(Math.abs(was - is) < 0.02, `the beep was at ${was} s and is at ${is} s`);
    const streams = await readStreams(`${name}.out.mp4`);
    assert.deepEqual(streams.map((stream) => stream.codec_name).toSorted(), [
      'aac',
      ...(isVideo ? ['h264'] : []),
    ]);
    for (const { channels = 1, pix_fmt: format = 'yuv420p' } of streams) {
      assert.ok(channels <= 2);
      assert.equal(format, 'yuv420p');
    }
    const bytes = await readFile(at(`${name}.out.mp4`));
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'it plays before it is loaded');
  });
}

test('a recording with a cover is sound', async () => {
  await make(['-f', 'lavfi', '-i', 'testsrc=size=300x300:duration=0.04'], 'cover.png');
  const cover = [...beep, '-i', at('cover.png'), '-map', '0', '-map', '1'];
  for (const name of ['cover.mp3', 'cover.m4a', 'cover.flac']) {
    await make([...cover, '-c:v', 'copy', '-disposition:v', 'attached_pic'], name);
    assert.equal((await render(name)).type, 'audio/mp4', name);
    assert.equal((await readStreams(`${name}.out.mp4`)).length, 1);
  }
});

test('of several streams that are no microphones the first of each kind is taken', async () => {
  const args = [...opposite, ...beep, ...picture, '-map', '1', '-map', '0', '-map', '2', '-map', '2'];
  await make([...args, '-ac', '2'], 'several.mkv');
  assert.equal((await render('several.mkv')).type, 'video/mp4');
  assert.ok(Math.abs((await beginsAt('several.mkv.out.mp4')) - 4) < 0.02);
  assert.equal((await readStreams('several.mkv.out.mp4')).length, 2);
});

test('a large picture becomes 480p, upright or not', async () => {
  for (const [size, width, height] of [
    ['1920x1080', 852, 480],
    ['1080x1920', 480, 852],
    ['641x361', 640, 360],
  ] as const) {
    const large = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=10:duration=1`];
    await make([...beep, ...large, '-c:v', 'mjpeg', '-pix_fmt', 'yuvj444p', '-t', '1'], 'large.mov');
    await render('large.mov');
    const shown = (await readStreams('large.mov.out.mp4')).find((stream) => stream.width !== undefined);
    assert.deepEqual([shown?.width, shown?.height], [width, height]);
    await rm(at('large.mov.pcm'));
  }
});

test('a gap in the sound stays a gap', async () => {
  // Packets from 1 s to 3 s are dropped, their times are not filled.
  await make([...beep, ...picture, '-pix_fmt', 'yuv420p'], 'whole.mp4');
  const drop = ['-bsf:a', 'noise=drop=gt(pts*tb\\,1)*lt(pts*tb\\,3)'];
  for (const name of ['gap.mp4', 'gap.mkv']) {
    await make(['-i', at('whole.mp4'), '-c', 'copy', ...drop], name);
    await render(name);
    assert.ok(Math.abs((await beginsAt(name)) - 4) < 0.03, `${name} itself`);
    // The table of an MP4 says how long each frame lasts; a browser would play them without the gap.
    const { stdout } = await run('ffprobe', [
      ...['-v', 'error', '-select_streams', 'a', '-count_packets'],
      ...['-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0', at(`${name}.out.mp4`)],
    ]);
    assert.ok(Number(stdout) > (5.9 * 44_100) / 1024, `${name}: ${stdout.trim()} frames`);
  }
});

test('what was cut off plays as far as it goes', async () => {
  for (const [name, args] of [
    ['half.mp3', beep],
    ['half.avi', [...beep, ...picture]],
    ['half.mkv', [...beep, ...picture]],
  ] as const) {
    await make([...args], name);
    await truncate(at(name), Math.floor((await stat(at(name))).size * 0.85));
    const { pcmSeconds } = await decode(name);
    const { durationSeconds } = await render(name);
    assert.ok(Math.abs(durationSeconds - pcmSeconds) < 1, `${name}: ${durationSeconds} of ${pcmSeconds} s`);
  }
});

test('where the media itself can be read no more, the decoded sound is the rendition', async () => {
  await make(beep, 'lost.mp3');
  const source = await decode('lost.mp3');
  await truncate(at('lost.mp3'), 10);
  const made = await makeRendition(source, at('lost.mp3.out.mp4'), {});
  assert.equal(made.type, 'audio/mp4');
  assert.ok(Math.abs((await beginsAt('lost.mp3.out.mp4')) - 4) < 0.02);
});

test('aborted in the middle, it ends at once and leaves nothing behind', async () => {
  await make(['-f', 'lavfi', '-i', 'sine=440:duration=3600:sample_rate=8000'], 'hour.wav');
  const source = await decode('hour.wav');
  const stop = new AbortController();
  const { signal } = stop;
  const reason = new Error('the job is deleted');
  const making = makeRendition({ ...source, pcmSeconds: 3600 }, at('aborted.mp4'), { signal });
  const refused = assert.rejects(making, reason);
  await waitFor('a tool at work on it', () => childGroups('aborted.mp4')[0]);
  stop.abort(reason);
  await refused;
  assert.deepEqual(childGroups('aborted.mp4'), []);
  assert.ok(!(await readdir(folder)).includes('aborted.mp4'));
});
