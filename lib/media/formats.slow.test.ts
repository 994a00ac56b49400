import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { findBeeps, playMedia, toSamples } from '#e2e/support/play-media';
import { renderFilm } from '#e2e/support/render-film';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { decodeAudio } from '#lib/media/decode-audio';
import { acceptedMediaTypes } from '#lib/media/media-types';
import { probeMedia } from '#lib/media/probe-media';

// Only with --all: recordings in many formats.

/* The formats that people bring: the length of a recording in each, its decoded sound, and its rendition. */

/** Two seconds of quiet with a beep of 880 Hz from 1.0 to 1.4 s. */
const beep = 'aevalsrc=0.7*sin(2*PI*880*t)*between(t\\,1\\,1.4):s=44100:d=2';
const picture = 'testsrc=size=160x90:rate=25:duration=2';
const late = ['-itsoffset', '1.5'];
const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
const inputs = [lavfi(beep), lavfi(picture), [...late, ...lavfi(beep)], [...late, ...lavfi(picture)]].flat();

const audio: Array<[name: string, args: string[]]> = [
  ['a.wav', []],
  ['a.mp3', []],
  ['vbr.mp3', ['-q:a', '7', '-write_xing', '0']],
  ['a.m4a', []],
  ['a.aac', []],
  ['vorbis.ogg', ['-c:a', 'libvorbis']],
  ['opus.webm', ['-c:a', 'libopus']],
  ['live.webm', ['-c:a', 'libopus', '-live', '1']],
  ['a.aiff', []],
  ['a.flac', []],
  ['ra.rm', ['-c:a', 'ac3']],
  ['flac.mkv', ['-c:a', 'flac']],
  ['a.wma', []],
  ['mulaw.wav', ['-ar', '8000', '-c:a', 'pcm_mulaw']],
  ['six.wav', ['-ac', '6']],
];
const film = ['-map', '1', '-map', '0'];
const video: Array<[name: string, args: string[], streams?: string[]]> = [
  ['a.mp4', ['-pix_fmt', 'yuv420p']],
  ['a444.mp4', ['-pix_fmt', 'yuv444p']],
  ['a.mov', ['-c:v', 'mjpeg']],
  ['h264.mkv', ['-pix_fmt', 'yuv420p', '-c:a', 'libvorbis']],
  ['a.avi', []],
  ['a.wmv', []],
  ['a.flv', []],
  ['a.mpeg', []],
  ['a.ts', []],
  ['a.ogv', ['-c:v', 'libtheora', '-c:a', 'libvorbis']],
  ['vp9.webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus']],
  ['vp8.webm', ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus']],
  ['late.mp4', ['-pix_fmt', 'yuv420p'], ['-map', '1', '-map', '2']],
  ['late.ts', [], ['-map', '1', '-map', '2']],
  ['late-picture.mp4', ['-pix_fmt', 'yuv420p'], ['-map', '3', '-map', '0']],
];

/** The accepted media types with which each file is sent; after acceptance, all of them are treated alike. */
const mediaTypes: Record<string, RegExp> = {
  'a.wav': /^audio\/(x-|vnd\.)?wave?$/,
  'a.mp3': /^audio\/(mp3|(x-)?mpeg-?3?)$/,
  'a.m4a': /^audio\/mp4/,
  'vorbis.ogg': /^audio\/(ogg|vorbis)$/,
  'opus.webm': /^audio\/webm$/,
  'a.aiff': /^audio\/x-aif/,
  'ra.rm': /^audio\/x-realaudio$/,
  'a.mp4': /^video\/(mp4|x-m4v)$/,
  'a.mov': /quicktime$/,
  'h264.mkv': /matroska$/,
  'a.avi': /^video\/(avi|msvideo|x-msvideo)$/,
  'a.wmv': /wmv$/,
  'a.flv': /flv$/,
  'a.mpeg': /^video\/(x-)?mpeg$/,
  'a.ogv': /^video\/ogg$/,
  'vp8.webm': /^video\/webm$/,
};

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);

before(async () => {
  await ffmpeg(
    ...inputs,
    ...audio.flatMap(([name, args]) => ['-map', '0', ...args, at(name)]),
    ...video.flatMap(([name, args, streams = film]) => [...streams, ...args, at(name)]),
  );
});

async function decode(name: string) {
  const pcmPath = at(`${name}.pcm`);
  const { durationSeconds } = await decodeAudio(at(name), pcmPath, { maxSeconds: 60 });
  return { inputPath: at(name), pcmPath, pcmSeconds: durationSeconds };
}

const decoded = new Map<string, ReturnType<typeof decode>>();

/** Decodes the sound of the recording for its first test. */
function decodeOnce(name: string): ReturnType<typeof decode> {
  const source = decoded.get(name) ?? decode(name);
  decoded.set(name, source);
  return source;
}

/** Returns the frequency in the middle of the beep, in hertz. */
function measurePitch(pcm: Buffer): number {
  const [startSeconds, endSeconds] = [1.05, 1.35];
  let rises = 0;
  for (let at = startSeconds * 32_000; at < endSeconds * 32_000; at += 2) {
    if (pcm.readInt16LE(at) < 0 && pcm.readInt16LE(at + 2) >= 0) rises += 1;
  }
  return rises / (endSeconds - startSeconds);
}

test('each accepted media type is that of a format which is tried', () => {
  const tried = new Set([...audio, ...video].map(([name]) => name));
  for (const type of acceptedMediaTypes) {
    const names = Object.keys(mediaTypes).filter((name) => mediaTypes[name]?.test(type));
    assert.ok(names.length === 1 && tried.has(names[0] ?? ''), type);
  }
});

for (const [name] of [...audio, ...video.filter(([, , streams = film]) => streams === film)]) {
  test(`${name} is measured to a tenth of a second and decoded`, async () => {
    const { durationSeconds } = await probeMedia(at(name), { maxSeconds: 60 });
    assert.ok(Math.abs(durationSeconds - 2) < 0.11, `${durationSeconds} s`);
    const { pcmPath, pcmSeconds } = await decodeOnce(name);
    assert.equal(pcmSeconds, (await stat(pcmPath)).size / 32_000);
    assert.ok(Math.abs(pcmSeconds - 2) < 0.11, `${pcmSeconds} s`);
    assert.ok(Math.abs(measurePitch(await readFile(pcmPath)) - 880) < 10, 'the tone that went in comes out');
  });
}

for (const [name] of [...audio, ...video]) {
  test(`${name} becomes an MP4 whose sound lies where it lay`, async () => {
    const source = await decodeOnce(name);
    const output = at(`${name}.out.mp4`);
    const { type, durationSeconds } = await renderFilm(source, output);
    const isVideo = video.some(([other]) => other === name);
    assert.equal(type, isVideo ? 'video/mp4' : 'audio/mp4');
    const { pcmSeconds } = source;
    assert.ok(durationSeconds > pcmSeconds - 0.15 && durationSeconds < 3.7, `${durationSeconds} s`);
    const { streams, samples } = await playMedia(output);
    const [was = Number.NaN] = findBeeps(toSamples(await readFile(source.pcmPath)));
    const [is = Number.NaN] = findBeeps(samples);
    assert.ok(Math.abs(was - is) < 0.02, `the beep was at ${was} s and is at ${is} s`);
    const codecs = streams.map(({ codec }) => codec).toSorted();
    assert.deepEqual(codecs, isVideo ? ['aac', 'h264'] : ['aac']);
    for (const { channels = 1, pixelFormat = 'yuv420p' } of streams) {
      assert.ok(channels <= 2);
      assert.equal(pixelFormat, 'yuv420p');
    }
    const bytes = await readFile(output);
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'it plays before it is loaded');
  });
}
