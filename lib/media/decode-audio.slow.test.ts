import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { childGroups } from '#e2e/support/child-processes';
import { waitFor } from '#e2e/support/wait';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { probeMedia } from '#lib/media/probe-media';

const run = promisify(execFile);
const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=3:sample_rate=44100'];
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=25:duration=3'];

let folder = '';
const at = (name: string) => path.join(folder, name);
const make = (args: string[], name: string) => run('ffmpeg', ['-v', 'error', '-y', ...args, at(name)]);
const fails = (detail: string) => (error: unknown) =>
  error instanceof InvalidMedia && error.detail === detail;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'decode-audio-'));
  await make(tone, 'secret.wav');
});
after(() => rm(folder, { recursive: true }));

const formats: Array<[name: string, args: string[]]> = [
  ['a.wav', tone],
  ['a.mp3', tone],
  ['a.m4a', tone],
  ['a.ogg', [...tone, '-c:a', 'libvorbis']],
  ['a.webm', [...tone, '-c:a', 'libopus']],
  ['live.webm', [...tone, '-c:a', 'libopus', '-live', '1']],
  ['no-table.mp3', [...tone, '-q:a', '7', '-write_xing', '0']],
  ['a.aac', tone],
  ['a.aiff', tone],
  ['a.flac', tone],
  ['a.rm', [...tone, '-c:a', 'ac3']],
  ['flac.mkv', [...tone, ...picture, '-c:a', 'flac']],
  ['a.mp4', [...tone, ...picture]],
  ['a.mov', [...tone, ...picture]],
  ['a.avi', [...tone, ...picture]],
  ['a.wmv', [...tone, ...picture]],
  ['a.flv', [...tone, ...picture]],
  ['a.mpeg', [...tone, ...picture]],
  ['a.ts', [...tone, ...picture]],
  ['a.ogv', [...tone, ...picture, '-c:v', 'libtheora', '-c:a', 'libvorbis']],
];

/** How often the second second of the sound swings, in hertz. */
function pitchOf(pcm: Buffer): number {
  let rises = 0;
  for (let at = 32_000; at < 64_000; at += 2) {
    if (pcm.readInt16LE(at) < 0 && pcm.readInt16LE(at + 2) >= 0) rises += 1;
  }
  return rises;
}

for (const [name, args] of formats) {
  test(`${name} is measured to a tenth of a second and decoded`, async () => {
    await make(args, name);
    const { durationSeconds } = await probeMedia(at(name), { maxSeconds: 60 });
    assert.ok(Math.abs(durationSeconds - 3) < 0.11, `${durationSeconds} s`);
    const output = at(`${name}.pcm`);
    const decoded = await decodeAudio(at(name), output, { maxSeconds: 60 });
    assert.equal((await stat(output)).size, decoded.durationSeconds * 32_000);
    assert.ok(Math.abs(decoded.durationSeconds - 3) < 0.11, `${decoded.durationSeconds} s`);
    assert.ok(Math.abs(pitchOf(await readFile(output)) - 440) < 5, 'the tone that went in comes out');
  });
}

test('a name full of signs is just a name', async () => {
  const odd = at("-i %03d:http: '日本'?.wav");
  await writeFile(odd, await readFile(at('secret.wav')));
  assert.equal((await probeMedia(odd, {})).durationSeconds, 3);
  assert.equal((await decodeAudio(odd, at('odd %d.pcm'), { maxSeconds: 60 })).durationSeconds, 3);
});

test('sound that begins late begins with silence, so that its times are those of the media', async () => {
  for (const name of ['late.mp4', 'late.ts']) {
    await make([...picture, '-itsoffset', '1.5', ...tone, '-t', '4'], name);
    const { durationSeconds } = await decodeAudio(at(name), at('late.pcm'), { maxSeconds: 60 });
    assert.ok(Math.abs(durationSeconds - 4) < 0.11, `${name} ${durationSeconds}`);
    const pcm = await readFile(at('late.pcm'));
    assert.ok(pcm.subarray(0, 1.4 * 32_000).every((byte) => byte === 0 || byte === 255 || byte === 1));
  }
});

test('a file cut off half-way counts as long as it plays', async () => {
  const whole = { 'half.wav': tone, 'half.mp3': tone, 'half.aiff': tone, 'half.flac': tone };
  for (const [name, args] of Object.entries(whole)) {
    await make(args, name);
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
  await make(['-f', 'lavfi', '-i', 'sine=440:duration=3600:sample_rate=8000'], 'hour.wav');
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
