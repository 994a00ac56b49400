import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { probeMedia } from '#lib/media/probe-media';
import { recordingEndings, recordingFormats } from '#lib/recording-formats';

/* All formats that ffmpeg can write, as files without an extension: only the content identifies them. */

const sound = (rate: number) => ['-f', 'lavfi', '-i', `sine=440:duration=1:sample_rate=${rate}`];
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=720x576:rate=25:duration=1'];

/** ffmpeg's arguments for a file of each ending from sound of 48 kHz (0) and 8 kHz (1), and a picture (2). */
const made: Record<string, string[]> = {
  ...{ aac: [], latm: ['-c:a', 'aac'], ac3: [], eac3: [], aiff: [], au: [], caf: [] },
  ...{
    c2: ['-map', '1'],
    gsm: ['-map', '1', '-c:a', 'libgsm'],
    sf: ['-f', 'ircam'],
    voc: [],
    wv: [],
    tta: [],
  },
  ...{ dts: ['-strict', '-2', '-ac', '2'], mlp: ['-strict', '-2'], thd: ['-strict', '-2'], flac: [] },
  ...{
    mp2: [],
    mp3: [],
    sox: [],
    wav: [],
    rf64: ['-f', 'wav', '-rf64', 'always'],
    w64: [],
    wma: [],
    mka: [],
  },
  ...{ '3gp': ['-c:a', 'aac'], m4a: [], mov: [], f4v: ['-c:a', 'aac'], spx: ['-ac', '1'], opus: [], oga: [] },
  ...{
    rm: ['-c:a', 'ac3'],
    asf: ['-c:a', 'wmav2'],
    ts: ['-c:a', 'aac'],
    m2ts: ['-c:a', 'ac3'],
    flv: [],
    wtv: [],
  },
  ...{
    dv: ['-map', '2', '-map', '0', '-ac', '2'],
    mxf: ['-map', '2', '-map', '0'],
    nut: [],
    avi: [],
    vob: [],
  },
  gxf: ['-map', '2', '-map', '0', '-c:v', 'mpeg2video', '-ac', '1'],
};
const written = Object.entries(made);

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);

before(async () => {
  const outputs = written.flatMap(([ending, args]) => [
    ...(args.includes('-map') ? [] : ['-map', '0']),
    ...args,
    at(`a.${ending}`),
  ]);
  await ffmpeg(...sound(48_000), ...sound(8000), ...picture, ...outputs);
  for (const [ending] of written) await rename(at(`a.${ending}`), at(ending));
  const samples = (await readFile(at('wav'))).subarray(-96_000);
  for (const [ending, bytes] of Object.entries(makeOthers(samples))) await writeFile(at(ending), bytes);
});

/** A second each of formats that ffmpeg reads but doesn't write, from samples of 48 kHz, or of silence. */
function makeOthers(samples: Buffer): Record<string, Buffer> {
  return {
    sph: makeSphere(samples),
    pvf: Buffer.concat([Buffer.from('PVF1\n1 48000 16\n'), Buffer.from(samples).swap16()]),
    // Frames without data of 20 ms, and empty ones of 30 ms.
    amr: Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(50, 0x7c)]),
    lbc: Buffer.concat([Buffer.from('#!iLBC30\n'), Buffer.alloc(33 * 50)]),
    dsf: makeDsf(),
  };
}

/** NIST SPHERE (sph2pipe's format): a header of 1024 bytes of text, then samples. */
function makeSphere(samples: Buffer): Buffer {
  const fields = [
    'sample_rate -i 48000',
    'channel_count -i 1',
    'sample_n_bytes -i 2',
    'sample_count -i 48000',
  ];
  const coding = ['sample_byte_format -s2 01', 'sample_coding -s3 pcm', 'end_head'];
  return Buffer.concat([
    Buffer.from(`NIST_1A\n   1024\n${[...fields, ...coding].join('\n')}\n`.padEnd(1024)),
    samples,
  ]);
}

/** DSD of 2.8 MHz in blocks of 4096 bytes. */
function makeDsf(): Buffer {
  const data = Buffer.alloc(87 * 4096, 0x69);
  const header = Buffer.alloc(92);
  header.write('DSD ', 0);
  header.writeBigUInt64LE(28n, 4);
  header.writeBigUInt64LE(BigInt(92 + data.length), 12);
  header.write('fmt ', 28);
  header.writeBigUInt64LE(52n, 32);
  for (const [i, value] of [1, 0, 1, 1, 2_822_400, 1].entries()) header.writeUInt32LE(value, 40 + 4 * i);
  header.writeBigUInt64LE(2_822_400n, 64);
  header.writeUInt32LE(4096, 72);
  header.write('data', 80);
  header.writeBigUInt64LE(BigInt(12 + data.length), 84);
  return Buffer.concat([header, data]);
}

const tried = [...Object.keys(made), ...Object.keys(makeOthers(Buffer.alloc(0)))];

test('each format is read by its bytes, whatever its name', async () => {
  for (const ending of tried) {
    assert.ok(Object.hasOwn(recordingEndings, ending), ending);
    const { durationSeconds } = await probeMedia(at(ending), {});
    // GXF fills its last packet of 32,768 samples.
    const seconds = ending === 'gxf' ? 65_536 / 48_000 : 1;
    assert.ok(Math.abs(durationSeconds - seconds) < 0.12, `${ending}: ${durationSeconds} s`);
  }
});

test('ffmpeg has every demuxer that is allowed', async () => {
  const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-demuxers']);
  const known = new Set(
    [...stdout.matchAll(/^ D\S* +(\S+)/gm)].flatMap(([, names = '']) => names.split(',')),
  );
  const missing = recordingFormats.flatMap(({ demuxers }) => demuxers).filter((name) => !known.has(name));
  assert.deepEqual(missing, []);
});

test('the formats that no test has a file of are named in docs/formats.md', async () => {
  const untried = recordingFormats.filter(({ endings }) => !tried.some((ending) => ending in endings));
  const text = await readFile('docs/formats.md', 'utf8');
  const [, names = ''] = /no test has a file of: ([^.]+)\./.exec(text.replaceAll('\n', ' ')) ?? [];
  assert.deepEqual(
    names.split(/, | and /),
    untried.map(({ name }) => name),
  );
});
