import assert from 'node:assert/strict';
import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { playMedia, toSamples } from '#e2e/support/play-media';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { decodeAudio } from '#lib/media/decode-audio';
import { probeMedia } from '#lib/media/probe-media';
import { planRendition } from '#lib/media/rendition/choose-rendition';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { runTool } from '#lib/media/run-tool';
import { soundGraph } from '#lib/media/sound/sound-graph';
import { findSound } from '#lib/media/sound/find-sound';

// Only with --all: recordings in many formats.

/* Recordings with several audio streams: their decoded sound, and the rendition that the editor plays. */

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);

interface Track {
  hertz: number;
  seconds?: number;
  rate?: number;
  volume?: number;
  /** An ffmpeg expression for the times at which it sounds. */
  heard?: string;
}

function toInput({ hertz, seconds = 4, rate = 48_000, volume = 0.5, heard }: Track): string[] {
  // The source's default volume is an eighth.
  const tone = `sine=${hertz}:sample_rate=${rate}:duration=${seconds},volume=${8 * volume}`;
  const turns = `aevalsrc=${volume}*sin(2*PI*${hertz}*t)*${heard}+0.0005*random(0):s=${rate}:d=${seconds}`;
  return ['-f', 'lavfi', '-i', heard === undefined ? tone : turns];
}

/**
 * Makes the named files with these ffmpeg arguments for each; each file has a mono track per `tracks`, followed by the
 * inputs of `more`.
 */
async function make(tracks: Track[], files: Record<string, string[]>, more: string[][] = []): Promise<void> {
  const inputs = [...tracks.map(toInput), ...more];
  const map = inputs.flatMap((_, index) => ['-map', String(index)]);
  const outputs = Object.entries(files).flatMap(([name, args]) => [...map, ...args, at(name)]);
  await ffmpeg(...inputs.flat(), ...outputs);
}

const pcm = ['-c:a', 'pcm_s16le'];
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25:duration=4'];

async function decode(name: string) {
  const pcmPath = at(`${name}.s16le`);
  return { pcmPath, ...(await decodeAudio(at(name), pcmPath, { maxSeconds: 60 })) };
}

const readSamples = async (file: string): Promise<Int16Array> => toSamples(await readFile(file));

/** Returns the level of a tone within a second of the sound, from 0 to 1. */
function measureTone(samples: Int16Array, hertz: number, second = 1): number {
  let [real, imaginary] = [0, 0];
  for (let i = 0; i < 12_800; i += 1) {
    const value = (samples[second * 16_000 + 1600 + i] ?? 0) / 32_768;
    real += value * Math.cos((2 * Math.PI * hertz * i) / 16_000);
    imaginary += value * Math.sin((2 * Math.PI * hertz * i) / 16_000);
  }
  return Math.hypot(real, imaginary) / 6400;
}

/** Returns the rendition as a browser plays it, in mono. */
async function play(
  name: string,
): Promise<{ samples: Int16Array; durationSeconds: number; channels: number }> {
  const { pcmPath, durationSeconds: pcmSeconds } = await decode(name);
  const output = at(`${name}.out.mp4`);
  const { durationSeconds } = await makeRendition({ inputPath: at(name), pcmPath, pcmSeconds }, output, {});
  const { streams, samples } = await playMedia(output);
  assert.equal(streams.length, 1, 'a browser plays one stream');
  return { samples, durationSeconds, channels: streams[0]?.channels ?? 0 };
}

const containers = {
  'aac.mov': ['-c:a', 'aac'],
  'pcm.mov': ['-c:a', 'pcm_s24le'],
  'flac.mkv': ['-c:a', 'flac'],
  'pcm.avi': pcm,
  'aac.ts': ['-c:a', 'aac'],
};
const different = [
  { hertz: 300, seconds: 2 },
  { hertz: 500, rate: 44_100 },
  { hertz: 700, rate: 32_000, seconds: 6 },
  { hertz: 900, seconds: 3 },
];
await make(different, containers);

for (const name of Object.keys(containers)) {
  test(`each microphone of ${name} is decoded and played, whatever its rate and length`, async () => {
    const { durationSeconds, channels, pcmPath } = await decode(name);
    assert.deepEqual(channels, [pcmPath]);
    const probed = await probeMedia(at(name), {});
    for (const seconds of [durationSeconds, probed.durationSeconds])
      assert.ok(Math.abs(seconds - 6) < 0.11, `${seconds} s`);
    const played = await play(name);
    assert.ok(Math.abs(played.durationSeconds - 6) < 0.15, `${played.durationSeconds} s`);
    for (const samples of [await readSamples(pcmPath), played.samples]) {
      for (const { hertz } of different) {
        const level = measureTone(samples, hertz);
        assert.ok(level > 0.15, `${hertz} Hz at ${level}`);
      }
      assert.ok(measureTone(samples, 700, 4) > 0.4, 'what is left at the end is as loud as it was');
      assert.ok(measureTone(samples, 300, 4) < 0.01);
    }
  });
}

test('what is known of the tracks is not asked for again: those that are named are decoded', async () => {
  await make([{ hertz: 300 }, { hertz: 500 }], { 'named.mov': pcm });
  const { sound, start } = await planRendition(at('named.mov'), undefined);
  assert.deepEqual(
    sound.map(({ index }) => index),
    [0, 1],
  );
  const pcmPath = at('named.s16le');
  await decodeAudio(at('named.mov'), pcmPath, { maxSeconds: 60, sound: sound.slice(1), start });
  const samples = await readSamples(pcmPath);
  assert.ok(measureTone(samples, 500) > 0.15);
  assert.ok(measureTone(samples, 300) < 0.01);
});

test('the steps of a job list a file once, and again when it has changed', async () => {
  const file = at('listed.mov');
  await make([{ hertz: 300 }, { hertz: 500 }], { 'listed.mov': pcm });
  await utimes(file, 1, 1);
  const listed = await planRendition(file, undefined);
  const { size } = await stat(file);
  await writeFile(file, Buffer.alloc(size));
  await utimes(file, 1, 1);
  assert.deepEqual(await planRendition(file, undefined), listed);
  await utimes(file, 2, 2);
  assert.deepEqual((await planRendition(file, undefined)).streams, []);
});

test('the tracks of a camera’s MXF are the channels of its recording, beside the picture', async () => {
  const tones = [400, 600].map((hertz) => toInput({ hertz }));
  await make([], { 'a.mxf': ['-c:v', 'mpeg2video', ...pcm] }, [picture, ...tones]);
  assert.ok(Math.abs((await probeMedia(at('a.mxf'), {})).durationSeconds - 4) < 0.05);
  const { samples, channels } = await play('a.mxf');
  assert.equal(channels, 2);
  for (const hertz of [400, 600]) assert.ok(measureTone(samples, hertz) > 0.2);
});

test('two mono tracks with one voice each are the two channels of a call', async () => {
  const turns = [
    { hertz: 440, heard: 'eq(mod(floor(t)\\,2)\\,0)', seconds: 12 },
    { hertz: 660, heard: 'eq(mod(floor(t)\\,2)\\,1)', seconds: 11, rate: 44_100 },
  ];
  await make(turns, { 'call.mov': pcm });
  const { channels, pcmPath, durationSeconds } = await decode('call.mov');
  assert.deepEqual(
    channels,
    [at('call.mov.0.s16le'), at('call.mov.1.s16le')].map((file) => file.replace('.s16le.', '.')),
  );
  const [mix, left, right] = await Promise.all([pcmPath, ...channels].map(readSamples));
  assert.ok(mix && left && right);
  assert.ok(Math.abs(durationSeconds - 12) < 0.05);
  assert.deepEqual([left.length, right.length], [mix.length, mix.length]);
  assert.ok(measureTone(left, 440, 2) > 0.4 && measureTone(left, 660, 1) < 0.01);
  assert.ok(measureTone(right, 660, 1) > 0.4 && measureTone(right, 440, 2) < 0.01);
  assert.equal((await play('call.mov')).channels, 2);
});

test('two mono tracks that hear the same are mixed, and of two the silent one is left out', async () => {
  const both = { hertz: 440, heard: 'eq(mod(floor(t)\\,2)\\,0)', seconds: 8 };
  await make([both, { ...both, volume: 0.4 }], { 'same.mov': pcm });
  const same = await decode('same.mov');
  assert.deepEqual(same.channels, [same.pcmPath]);
  await make([{ ...both, volume: 0 }, both], { 'dead.mov': pcm });
  assert.deepEqual((await decode('dead.mov')).channels, [at('dead.mov.1.s16le')]);
});

test('a quiet microphone among silent ones is as loud as it was, and many loud ones don’t clip', async () => {
  const silent = { hertz: 100, volume: 0 };
  await make([silent, silent, { hertz: 500, volume: 0.1 }, silent], { 'quiet.mov': pcm });
  assert.ok(Math.abs(measureTone(await readSamples((await decode('quiet.mov')).pcmPath), 500) - 0.1) < 0.005);
  const loud = Array.from({ length: 10 }, (_, i) => ({ hertz: 300 + 100 * i, volume: 0.9 }));
  await make(loud, { 'loud.mov': pcm });
  const samples = await readSamples((await decode('loud.mov')).pcmPath);
  const clipped = samples.filter((sample) => Math.abs(sample) > 32_000).length;
  assert.equal(clipped, 0);
  for (const { hertz } of loud) assert.ok(measureTone(samples, hertz) > 0.04, `${hertz} Hz`);
});

test('a track that is damaged, empty or without a decoder costs the others nothing', async () => {
  const three = [{ hertz: 500 }, { hertz: 700 }, { hertz: 900 }];
  await make(three, { 'good.mov': ['-c:a', 'aac'], 'good.mkv': ['-c:a', 'flac'] });
  await ffmpeg(
    ...['-i', at('good.mov'), '-i', at('good.mkv')],
    ...['-map', '0', '-c', 'copy', '-bsf:a:0', 'noise=drop=1', at('empty.mkv')],
    ...['-map', '1', '-c', 'copy', '-bsf:a:0', 'noise=amount=1', at('damaged.mkv')],
  );
  for (const name of ['empty.mkv', 'damaged.mkv']) {
    for (const samples of [await readSamples((await decode(name)).pcmPath), (await play(name)).samples])
      for (const hertz of [700, 900]) assert.ok(measureTone(samples, hertz) > 0.3, `${name}: ${hertz} Hz`);
  }
  // A codec that ffmpeg knows only by name.
  const bytes = await readFile(at('good.mov'));
  bytes.write('ac-4', bytes.lastIndexOf('mp4a'), 'latin1');
  await writeFile(at('unknown.mov'), bytes);
  const { samples } = await play('unknown.mov');
  assert.ok(measureTone(samples, 500) > 0.3);
});

test('tracks that begin late keep their times', async () => {
  const late = ['-itsoffset', '2', '-f', 'lavfi', '-i', 'sine=700:duration=2,volume=4'];
  await make([{ hertz: 300 }], { 'late.mkv': [], 'late.ts': [] }, [late]);
  for (const name of ['late.mkv', 'late.ts']) {
    const { samples } = await play(name);
    for (const heard of [await readSamples((await decode(name)).pcmPath), samples]) {
      assert.ok(measureTone(heard, 700, 1) < 0.01 && measureTone(heard, 700, 2) > 0.2, name);
      assert.ok(measureTone(heard, 300, 0) > 0.2, name);
    }
  }
});

test('of stereo tracks the default one is decoded and played', async () => {
  const stereo = ['-ac', '2', '-c:a', 'aac'];
  await make([{ hertz: 500 }, { hertz: 700 }], {
    'first.mkv': stereo,
    'default.mkv': [...stereo, '-disposition:a:0', '0', '-disposition:a:1', 'default'],
  });
  for (const [name, heard, other] of [
    ['first.mkv', 500, 700],
    ['default.mkv', 700, 500],
  ] as const) {
    for (const samples of [await readSamples((await decode(name)).pcmPath), (await play(name)).samples])
      assert.ok(measureTone(samples, heard) > 0.3 && measureTone(samples, other) < 0.01, name);
  }
});

test('stereo tracks that are named are decoded and played together, each as loud as it was', async () => {
  const stereo = ['-ac', '2', '-c:a', 'flac'];
  await make([{ hertz: 500, volume: 0.3 }, { hertz: 700, volume: 0.3 }, { hertz: 900 }], {
    'three.mkv': stereo,
  });
  const tracks = [1, 2];
  const { sound } = await planRendition(at('three.mkv'), undefined, tracks);
  const [pcmPath, output] = [at('three.s16le'), at('three.out.mp4')];
  const { durationSeconds } = await decodeAudio(at('three.mkv'), pcmPath, { maxSeconds: 60, sound });
  const source = { inputPath: at('three.mkv'), pcmPath, pcmSeconds: durationSeconds, tracks };
  await makeRendition(source, output, {});
  const { streams, samples } = await playMedia(output);
  assert.equal(streams[0]?.channels, 2);
  for (const heard of [await readSamples(pcmPath), samples]) {
    for (const hertz of [500, 700]) {
      const level = measureTone(heard, hertz);
      // ffmpeg makes each side of a mono tone 3 dB quieter.
      assert.ok(Math.abs(level - 0.3 * Math.SQRT1_2) < 0.02, `${hertz} Hz at ${level}`);
    }
    assert.ok(measureTone(heard, 900) < 0.01);
  }
});

test('a short track beside a long one takes no memory for what comes after it', async () => {
  const tracks = [
    { hertz: 300, seconds: 600, rate: 8000 },
    { hertz: 500, seconds: 2, rate: 8000 },
  ];
  await make(tracks, { 'long.mov': pcm });
  const { streams } = await findSound(at('long.mov'), undefined);
  const { inputs, filter } = await soundGraph(at('long.mov'), streams, { rate: 44_100 });
  const graph = ['-filter_complex_threads', '1', '-filter_complex', filter, '-map', '[sound]'];
  // With one input, 105 MB of it would be buffered because of the short track.
  const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0, dataBytes: 100e6 };
  await runTool('ffmpeg', ['-nostdin', '-v', 'error', ...inputs, ...graph, '-f', 'null', '-'], limits);
});
