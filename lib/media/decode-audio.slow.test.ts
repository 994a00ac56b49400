import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { childGroups } from '#e2e/support/child-processes';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { writeSilence } from '#e2e/support/write-silence';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { probeMedia } from '#lib/media/probe-media';

/* Unusual recordings; `formats.slow.test.ts` has the common formats. */

/**
 * Returns a telephone call of 12 s: one tone in bursts on the left, another in the pauses on the right, each with a
 * little noise.
 */
function call(left = '440', right = '660'): string {
  const channel = (hertz: string, half: number) =>
    `${hertz === '0' ? '0' : `0.5*sin(2*PI*${hertz}*t)*eq(mod(floor(t)\\,2)\\,${half})`}+0.0005*random(${half})`;
  return `aevalsrc=${channel(left, 0)}|${channel(right, 1)}:channel_layout=stereo:sample_rate=8000:duration=12`;
}

const tone = 'sine=440:duration=3:sample_rate=44100';
const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
const late = (source: string) => ['-itsoffset', '1.5', ...lavfi(source)];
const picture = lavfi('testsrc=size=64x64:rate=25:duration=3');
const inputs = [
  lavfi(tone),
  picture,
  late(tone),
  lavfi(call()),
  lavfi(call('0', '660')),
  late(call()),
].flat();

/** The recordings, all made by one run of ffmpeg. */
const recordings: Record<string, string[]> = {
  'secret.wav': ['-map', '0'],
  'late.mp4': ['-map', '1', '-map', '2', '-t', '4'],
  'late.ts': ['-map', '1', '-map', '2', '-t', '4'],
  'half.wav': ['-map', '0'],
  'half.mp3': ['-map', '0'],
  'half.aiff': ['-map', '0'],
  'half.flac': ['-map', '0'],
  'call.wav': ['-map', '3'],
  'again.wav': ['-map', '3'],
  'one-sided.wav': ['-map', '4'],
  'stale.wav': ['-map', '0', '-ac', '2'],
  'mono.wav': ['-map', '0', '-ac', '1'],
  'six.wav': ['-map', '0', '-ac', '6'],
  'same.m4a': ['-map', '0', '-ac', '2'],
  'late-call.ts': ['-map', '1', '-map', '5', '-t', '12'],
  'half-call.flac': ['-map', '3'],
};

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);
const fails = (detail: string) => (error: unknown) =>
  error instanceof InvalidMedia && error.detail === detail;

before(async () => {
  await ffmpeg(...inputs, ...Object.entries(recordings).flatMap(([name, args]) => [...args, at(name)]));
});

/** Returns the frequency of the second second of the sound, in hertz. */
function measurePitch(pcm: Buffer): number {
  let rises = 0;
  for (let at = 32_000; at < 64_000; at += 2) {
    if (pcm.readInt16LE(at) < 0 && pcm.readInt16LE(at + 2) >= 0) rises += 1;
  }
  return rises;
}

test('a name full of signs is just a name', async () => {
  const odd = at("-i %03d:http: '日本'?.wav");
  await writeFile(odd, await readFile(at('secret.wav')));
  assert.equal((await probeMedia(odd, {})).durationSeconds, 3);
  assert.equal((await decodeAudio(odd, at('odd %d.pcm'), { maxSeconds: 60 })).durationSeconds, 3);
});

test('sound that begins late begins with silence, so that its times are those of the media', async () => {
  for (const name of ['late.mp4', 'late.ts']) {
    const { durationSeconds } = await decodeAudio(at(name), at(`${name}.pcm`), { maxSeconds: 60 });
    assert.ok(Math.abs(durationSeconds - 4) < 0.11, `${name} ${durationSeconds}`);
    const pcm = await readFile(at(`${name}.pcm`));
    assert.ok(pcm.subarray(0, 1.4 * 32_000).every((byte) => byte === 0 || byte === 255 || byte === 1));
  }
});

test('a file cut off half-way counts as long as it plays', async () => {
  for (const name of ['half.wav', 'half.mp3', 'half.aiff', 'half.flac']) {
    await truncate(at(name), Math.floor((await stat(at(name))).size / 2));
    const probed = await probeMedia(at(name), {});
    const decoded = await decodeAudio(at(name), at(`${name}.pcm`), { maxSeconds: 60 });
    assert.ok(probed.durationSeconds < 2.2, `${name} ${probed.durationSeconds}`);
    assert.ok(Math.abs(probed.durationSeconds - decoded.durationSeconds) < 0.15, name);
  }
});

test('a recording above the limit is refused when probed and cut when decoded', async () => {
  await assert.rejects(probeMedia(at('secret.wav'), { maxSeconds: 2 }), fails(mediaFaults.tooLong(2)));
  const { durationSeconds } = await decodeAudio(at('secret.wav'), at('short.pcm'), { maxSeconds: 2 });
  assert.equal(durationSeconds, 2);
});

test('an aborted call ends at once with the reason and leaves nothing behind', async () => {
  await writeSilence(at('hour.wav'), 3600);
  const output = at('aborted.pcm');
  const stop = new AbortController();
  const { signal } = stop;
  const reason = new Error('the job is deleted');
  const decoding = decodeAudio(at('hour.wav'), output, { maxSeconds: 7200, signal });
  const refused = assert.rejects(decoding, reason);
  await waitFor('the first of its sound', async () =>
    (await readdir(folder)).some((file) => file.startsWith('aborted')) ? true : undefined,
  );
  stop.abort(reason);
  await refused;
  assert.deepEqual(childGroups('hour.wav'), []);
  assert.deepEqual(
    (await readdir(folder)).filter((file) => file.startsWith('aborted')),
    [],
  );
  await assert.rejects(probeMedia(at('hour.wav'), { signal }), reason);
});

test("a missing file is the machine's fault, not the customer's", async () => {
  await assert.rejects(probeMedia(at('nowhere.wav'), {}), { code: 'ENOENT' });
  const nowhere = at('nowhere/out.pcm');
  await assert.rejects(
    decodeAudio(at('secret.wav'), nowhere, { maxSeconds: 60 }),
    (error) => error instanceof Error && !(error instanceof InvalidMedia),
  );
});

test('the channels of a call are written separately, beside their mix', async () => {
  const decoded = await decodeAudio(at('call.wav'), at('call.s16le'), { maxSeconds: 60 });
  assert.deepEqual(decoded, { durationSeconds: 12, channels: [at('call.0.s16le'), at('call.1.s16le')] });
  const [left, right, mix] = await Promise.all(
    ['call.0.s16le', 'call.1.s16le', 'call.s16le'].map((name) => readFile(at(name))),
  );
  assert.ok(left && right && mix);
  assert.deepEqual([left.length, right.length], [mix.length, mix.length]);
  const loudest = (pcm: Buffer, second: number) =>
    Math.max(
      ...new Int16Array(
        new Uint8Array(pcm.subarray(second * 32_000 + 3200, (second + 1) * 32_000 - 3200)).buffer,
      ),
    );
  for (const second of [0, 1, 6, 7]) {
    const [speaking, silent] = second % 2 === 0 ? [left, right] : [right, left];
    assert.ok(loudest(speaking, second) > 15_000 && loudest(silent, second) < 100, `second ${second}`);
  }
  assert.ok(Math.abs(measurePitch(right) - 660) < 5 && Math.abs(measurePitch(mix) - 660) < 5);
});

test('decoding again finds the channels of the first time', async () => {
  const options = { maxSeconds: 60 };
  const first = await decodeAudio(at('again.wav'), at('again.s16le'), options);
  await rm(at('again.wav'));
  assert.deepEqual(await decodeAudio(at('again.wav'), at('again.s16le'), options), first);
});

test('channels that a run left behind before it was ended count for nothing', async () => {
  await writeFile(at('stale.0.s16le'), 'stale');
  const { channels } = await decodeAudio(at('stale.wav'), at('stale.s16le'), { maxSeconds: 60 });
  assert.deepEqual(channels, [at('stale.s16le')]);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('stale')),
    ['stale.notes.json', 'stale.s16le', 'stale.wav'],
  );
});

test('of a call with a silent channel the other one is used', async () => {
  const { channels } = await decodeAudio(at('one-sided.wav'), at('one-sided.s16le'), { maxSeconds: 60 });
  assert.deepEqual(channels, [at('one-sided.1.s16le')]);
});

test('mono, six channels and the same sound in both channels are mixed', async () => {
  for (const name of ['mono.wav', 'six.wav', 'same.m4a']) {
    const output = at(`${name}.s16le`);
    const { channels } = await decodeAudio(at(name), output, { maxSeconds: 60 });
    assert.deepEqual(channels, [output], name);
  }
});

/** Returns a recorder's file of one second, with a tone in one of its channels and no channel layout. */
function polyWav(channels: number, active: number): Buffer {
  const rate = 16_000;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + rate * channels * 2, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * channels * 2, 28);
  header.writeUInt16LE(channels * 2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(rate * channels * 2, 40);
  const samples = Int16Array.from({ length: rate * channels }, (_, at) =>
    at % channels === active ? 12_000 * Math.sin((2 * Math.PI * 440 * Math.floor(at / channels)) / rate) : 0,
  );
  return Buffer.concat([header, new Uint8Array(samples.buffer)]);
}

test('each microphone of a recorder is heard, also where ffmpeg would take it for a cinema’s subwoofer', async () => {
  for (const [channels, active] of [
    [3, 2],
    [6, 3],
    [10, 4],
  ] as const) {
    const name = `poly-${channels}.wav`;
    await writeFile(at(name), polyWav(channels, active));
    await decodeAudio(at(name), at(`${name}.s16le`), { maxSeconds: 60 });
    const pcm = await readFile(at(`${name}.s16le`));
    const loudest = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2).reduce(
      (most, sample) => Math.max(most, Math.abs(sample)),
      0,
    );
    assert.ok(loudest > 800, `${name}: ${loudest}`);
  }
});

test('a call that begins late or is cut off keeps its channels, in step with the mix', async () => {
  await truncate(at('half-call.flac'), Math.floor((await stat(at('half-call.flac'))).size / 2));
  for (const name of ['late-call.ts', 'half-call.flac']) {
    const { channels } = await decodeAudio(at(name), at(`${name}.s16le`), { maxSeconds: 60 });
    assert.equal(channels.length, 2, name);
    const { size } = await stat(at(`${name}.s16le`));
    for (const channel of channels) assert.equal((await stat(channel)).size, size, name);
  }
});
