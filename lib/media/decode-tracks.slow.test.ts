import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { decodeAudio } from '#lib/media/decode-audio';
import { probeMedia } from '#lib/media/probe-media';
import { planRendition } from '#lib/media/rendition/plan-rendition';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { runTool } from '#lib/media/run-tool';
import { soundGraph } from '#lib/media/sound/sound-graph';
import { findSound } from '#lib/media/sound/find-sound';

/* Recordings with several audio streams: what is decoded, and what the editor plays of them. */

const run = promisify(execFile);
let folder = '';
const at = (name: string) => path.join(folder, name);
const make = (args: string[], name: string) => run('ffmpeg', ['-v', 'error', '-y', ...args, at(name)]);

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'decode-tracks-'));
});
after(() => rm(folder, { recursive: true }));

interface Track {
  hertz: number;
  seconds?: number;
  rate?: number;
  volume?: number;
  /** When it is heard, as an expression of ffmpeg. */
  heard?: string;
}

/** Arguments of ffmpeg for a file with one mono track each, and more inputs behind them. */
function tracks(all: Track[], more: string[][] = []): string[] {
  const inputs = all.map(({ hertz, seconds = 4, rate = 48_000, volume = 0.5, heard }) => {
    // The source's own volume is an eighth.
    const tone = `sine=${hertz}:sample_rate=${rate}:duration=${seconds},volume=${8 * volume}`;
    const turns = `aevalsrc=${volume}*sin(2*PI*${hertz}*t)*${heard}+0.0005*random(0):s=${rate}:d=${seconds}`;
    return ['-f', 'lavfi', '-i', heard === undefined ? tone : turns];
  });
  const files = [...inputs, ...more];
  return [...files.flat(), ...files.flatMap((_, index) => ['-map', String(index)])];
}

const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x240:rate=25:duration=4'];

async function decode(name: string) {
  const pcmPath = at(`${name}.s16le`);
  return { pcmPath, ...(await decodeAudio(at(name), pcmPath, { maxSeconds: 60 })) };
}

async function readSamples(file: string): Promise<Int16Array> {
  return new Int16Array(new Uint8Array(await readFile(file)).buffer);
}

/** How loud a tone is within a second of the sound, from 0 to 1. */
function measureTone(samples: Int16Array, hertz: number, second = 1): number {
  let [real, imaginary] = [0, 0];
  for (let i = 0; i < 12_800; i += 1) {
    const value = (samples[second * 16_000 + 1600 + i] ?? 0) / 32_768;
    real += value * Math.cos((2 * Math.PI * hertz * i) / 16_000);
    imaginary += value * Math.sin((2 * Math.PI * hertz * i) / 16_000);
  }
  return Math.hypot(real, imaginary) / 6400;
}

/** The rendition as a browser hears it, in mono. */
async function play(
  name: string,
): Promise<{ samples: Int16Array; durationSeconds: number; channels: number }> {
  const { pcmPath, durationSeconds: pcmSeconds } = await decode(name);
  const output = at(`${name}.out.mp4`);
  const { durationSeconds } = await makeRendition({ inputPath: at(name), pcmPath, pcmSeconds }, output, {});
  const heard = at(`${name}.out.s16le`);
  await run('ffmpeg', ['-v', 'error', '-y', '-i', output, '-ac', '1', '-ar', '16000', '-f', 's16le', heard]);
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'a', '-show_entries', 'stream=channels', '-of', 'csv=p=0', output],
  ]);
  const channels = stdout.trim().split('\n').map(Number);
  assert.equal(channels.length, 1, 'a browser plays one stream');
  return { samples: await readSamples(heard), durationSeconds, channels: channels[0] ?? 0 };
}

const containers: Array<[name: string, args: string[]]> = [
  ['aac.mov', ['-c:a', 'aac']],
  ['pcm.mov', ['-c:a', 'pcm_s24le']],
  ['flac.mkv', ['-c:a', 'flac']],
  ['pcm.avi', ['-c:a', 'pcm_s16le']],
  ['aac.ts', ['-c:a', 'aac']],
];

for (const [name, args] of containers) {
  test(`each microphone of ${name} is decoded and played, whatever its rate and length`, async () => {
    const different = [
      { hertz: 300, seconds: 2 },
      { hertz: 500, rate: 44_100 },
      { hertz: 700, rate: 32_000, seconds: 6 },
      { hertz: 900, seconds: 3 },
    ];
    await make([...tracks(different), ...args], name);
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
  await make([...tracks([{ hertz: 300 }, { hertz: 500 }]), '-c:a', 'pcm_s16le'], 'named.mov');
  const { sound } = await planRendition(at('named.mov'), undefined);
  assert.deepEqual(
    sound.map(({ index }) => index),
    [0, 1],
  );
  const pcmPath = at('named.s16le');
  await decodeAudio(at('named.mov'), pcmPath, { maxSeconds: 60, sound: sound.slice(1) });
  const samples = await readSamples(pcmPath);
  assert.ok(measureTone(samples, 500) > 0.15);
  assert.ok(measureTone(samples, 300) < 0.01);
});

test('the tracks of a camera’s MXF are the channels of its recording, beside the picture', async () => {
  const tones = [400, 600].map((hertz) => [
    '-f',
    'lavfi',
    '-i',
    `sine=${hertz}:sample_rate=48000:duration=4,volume=4`,
  ]);
  await make([...tracks([], [picture, ...tones]), '-c:v', 'mpeg2video', '-c:a', 'pcm_s16le'], 'a.mxf');
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
  await make([...tracks(turns), '-c:a', 'pcm_s16le'], 'call.mov');
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
  await make([...tracks([both, { ...both, volume: 0.4 }]), '-c:a', 'pcm_s16le'], 'same.mov');
  const same = await decode('same.mov');
  assert.deepEqual(same.channels, [same.pcmPath]);
  await make([...tracks([{ ...both, volume: 0 }, both]), '-c:a', 'pcm_s16le'], 'dead.mov');
  assert.deepEqual((await decode('dead.mov')).channels, [at('dead.mov.1.s16le')]);
});

test('a quiet microphone among silent ones is as loud as it was, and many loud ones don’t clip', async () => {
  const silent = { hertz: 100, volume: 0 };
  await make(
    [...tracks([silent, silent, { hertz: 500, volume: 0.1 }, silent]), '-c:a', 'pcm_s16le'],
    'quiet.mov',
  );
  assert.ok(Math.abs(measureTone(await readSamples((await decode('quiet.mov')).pcmPath), 500) - 0.1) < 0.005);
  const loud = Array.from({ length: 10 }, (_, i) => ({ hertz: 300 + 100 * i, volume: 0.9 }));
  await make([...tracks(loud), '-c:a', 'pcm_s16le'], 'loud.mov');
  const samples = await readSamples((await decode('loud.mov')).pcmPath);
  const clipped = samples.filter((sample) => Math.abs(sample) > 32_000).length;
  assert.equal(clipped, 0);
  for (const { hertz } of loud) assert.ok(measureTone(samples, hertz) > 0.04, `${hertz} Hz`);
});

test('a track that is damaged, empty or without a decoder costs the others nothing', async () => {
  const three = tracks([{ hertz: 500 }, { hertz: 700 }, { hertz: 900 }]);
  await make([...three, '-c:a', 'aac'], 'good.mov');
  const copy = ['-i', at('good.mov'), '-map', '0', '-c', 'copy'];
  await make([...copy, '-bsf:a:0', 'noise=drop=1'], 'empty.mkv');
  await make([...three, '-c:a', 'flac'], 'good.mkv');
  const flac = ['-i', at('good.mkv'), '-map', '0', '-c', 'copy'];
  await make([...flac, '-bsf:a:0', 'noise=amount=1'], 'damaged.mkv');
  for (const name of ['empty.mkv', 'damaged.mkv']) {
    for (const samples of [await readSamples((await decode(name)).pcmPath), (await play(name)).samples])
      for (const hertz of [700, 900]) assert.ok(measureTone(samples, hertz) > 0.3, `${name}: ${hertz} Hz`);
  }
  // A codec that ffmpeg knows by its name only.
  const bytes = await readFile(at('good.mov'));
  bytes.write('ac-4', bytes.lastIndexOf('mp4a'), 'latin1');
  await writeFile(at('unknown.mov'), bytes);
  const { samples } = await play('unknown.mov');
  assert.ok(measureTone(samples, 500) > 0.3);
});

test('tracks that begin late keep their times', async () => {
  const late = ['-itsoffset', '2', '-f', 'lavfi', '-i', 'sine=700:duration=2,volume=4'];
  for (const name of ['late.mkv', 'late.ts']) {
    await make(tracks([{ hertz: 300 }], [late]), name);
    const { samples } = await play(name);
    for (const heard of [await readSamples((await decode(name)).pcmPath), samples]) {
      assert.ok(measureTone(heard, 700, 1) < 0.01 && measureTone(heard, 700, 2) > 0.2, name);
      assert.ok(measureTone(heard, 300, 0) > 0.2, name);
    }
  }
});

test('of stereo tracks the default one is decoded and played', async () => {
  const mix = [...tracks([{ hertz: 500 }, { hertz: 700 }]), '-ac', '2', '-c:a', 'aac'];
  await make(mix, 'first.mkv');
  await make([...mix, '-disposition:a:0', '0', '-disposition:a:1', 'default'], 'default.mkv');
  for (const [name, heard, other] of [
    ['first.mkv', 500, 700],
    ['default.mkv', 700, 500],
  ] as const) {
    for (const samples of [await readSamples((await decode(name)).pcmPath), (await play(name)).samples])
      assert.ok(measureTone(samples, heard) > 0.3 && measureTone(samples, other) < 0.01, name);
  }
});

test('a short track beside a long one takes no memory for what comes after it', async () => {
  await make(
    [
      ...tracks([
        { hertz: 300, seconds: 1500 },
        { hertz: 500, seconds: 2 },
      ]),
      '-c:a',
      'pcm_s16le',
    ],
    'long.mov',
  );
  const { inputs, filter } = soundGraph(at('long.mov'), await findSound(at('long.mov'), undefined), 44_100);
  const args = [...inputs, '-filter_complex', filter, '-map', '[sound]', '-f', 'null', '-'];
  // In one input, 260 MB of it would wait for the short one.
  const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0, dataBytes: 200e6 };
  await runTool('ffmpeg', ['-nostdin', '-v', 'error', ...args], limits);
});
