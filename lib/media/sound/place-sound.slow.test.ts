import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { toSamples } from '#e2e/support/play-media';
import { ffmpeg } from '#e2e/support/speech';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { probeMedia } from '#lib/media/probe-media';
import { makeRendition } from '#lib/media/rendition/make-rendition';

/* One timeline for the bill, the player and the captions, of containers whose clock lies, jumps or has holes. */

let folder = '';
const at = (name: string) => path.join(folder, name);

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'place-sound-'));
});
after(() => rm(folder, { recursive: true }));

/** Numbers from 0 to 1 that are always the same (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const containers: Record<
  string,
  {
    args: string[];
    rates: number[];
    hasClock: boolean;
    /** Of all parts; left out where each may have its own. */ channels?: number;
  }
> = {
  ts: { args: ['-c:a', 'aac'], rates: [48_000, 44_100, 22_050], hasClock: true },
  mpg: { args: ['-c:a', 'mp2'], rates: [48_000, 44_100], hasClock: true },
  opus: { args: ['-c:a', 'libopus'], rates: [48_000, 24_000], hasClock: false },
  oga: {
    args: ['-c:a', 'libopus', '-serial_offset', '7', '-f', 'opus'],
    rates: [48_000, 24_000],
    hasClock: false,
  },
  wv: { args: [], rates: [22_050], hasClock: false, channels: 1 },
  voc: { args: [], rates: [22_050], hasClock: false, channels: 1 },
  webm: { args: ['-c:a', 'libopus'], rates: [48_000, 24_000], hasClock: false },
  mkv: { args: ['-c:a', 'aac'], rates: [48_000], hasClock: false },
  mp3: { args: [], rates: [44_100, 22_050], hasClock: false },
  m4a: { args: ['-c:a', 'aac'], rates: [44_100], hasClock: false },
  mp4: { args: ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'], rates: [44_100], hasClock: false },
  flv: { args: ['-c:a', 'aac'], rates: [44_100], hasClock: false },
  wma: { args: [], rates: [44_100], hasClock: false, channels: 2 },
  aiff: { args: [], rates: [44_100], hasClock: false, channels: 1 },
  caf: { args: [], rates: [22_050], hasClock: false, channels: 2 },
  w64: { args: [], rates: [22_050], hasClock: false, channels: 1 },
  wav: { args: [], rates: [22_050], hasClock: false, channels: 2 },
  flac: { args: [], rates: [22_050], hasClock: false },
};

interface Made {
  file: string;
  /** When each part begins and ends in the recording. */
  parts: Array<{ from: number; until: number }>;
}

/** A recording of parts of a loud tone each, appended to one another, at any time of the clock. */
async function make(kind: string, name: string, random: () => number): Promise<Made> {
  const {
    args,
    rates,
    hasClock,
    channels: all,
  } = containers[kind] ?? { args: [], rates: [], hasClock: false };
  const file = at(`${name}.${kind}`);
  const parts: Made['parts'] = [];
  let clock = hasClock ? random() * 50_000 : 0;
  let end = 0;
  await writeFile(file, '');
  const count = hasClock ? 2 + Math.floor(random() * 2) : 3;
  for (let part = 0; part < count; part += 1) {
    const seconds = 1 + Math.round(random() * 20) / 10;
    const event =
      part === 0 || !hasClock ? 'on' : (['on', 'hole', 'ahead', 'back'][Math.floor(random() * 4)] ?? '');
    const hole = event === 'hole' ? 2 + random() * 40 : 0;
    if (event === 'ahead') clock += 400 + random() * 20_000;
    if (event === 'back') clock = Math.max(0, clock - 10 - random() * 20_000);
    clock += hole;
    const rate = rates[part % rates.length];
    const channels = all ?? 1 + (part % 2);
    const sine = `sine=${440 + 200 * part}:d=${seconds}:sample_rate=${rate},volume=4`;
    const piece = at(`piece.${kind}`);
    const offset = hasClock ? ['-muxdelay', '0', '-muxpreload', '0', '-output_ts_offset', String(clock)] : [];
    await ffmpeg('-f', 'lavfi', '-i', sine, '-ac', String(channels), ...args, ...offset, piece);
    await appendFile(file, await readFile(piece));
    parts.push({ from: end + hole, until: end + hole + seconds });
    end += hole + seconds;
    clock += seconds;
  }
  return { file, parts };
}

async function measure(file: string) {
  const { durationSeconds: probed } = await probeMedia(file, {});
  const pcmPath = `${file}.s16le`;
  const decoded = await decodeAudio(file, pcmPath, { maxSeconds: 3600 });
  const { durationSeconds: pcmSeconds, clock, loss } = decoded;
  const source = { inputPath: file, pcmPath, pcmSeconds, clock };
  const { durationSeconds: played } = await makeRendition(source, `${file}.mp4`, {});
  return { probed, decoded: pcmSeconds, played, loss, samples: toSamples(await readFile(pcmPath)) };
}

/** The loud seconds of a stretch of the sound. */
function countLoud(samples: Int16Array, from = 0, until = samples.length / 16_000): number {
  let loud = 0;
  for (let frame = Math.round(from * 50); frame < Math.round(until * 50); frame += 1) {
    const frameSamples = samples.subarray(frame * 320, frame * 320 + 320);
    if (frameSamples.some((sample) => Math.abs(sample) > 3000)) loud += 1;
  }
  return loud / 50;
}

const isNear = (one: number, other: number, slack = 0.2) => Math.abs(one - other) <= slack;

for (const [kind, { hasClock }] of Object.entries(containers)) {
  test(`the length, the player and every sound of appended ${kind} files agree`, async () => {
    const random = createRandom(kind.length * 1000 + kind.charCodeAt(0));
    for (let run = 0; run < (hasClock ? 3 : 1); run += 1) {
      const { file, parts } = await make(kind, `${kind}-${run}`, random);
      const end = parts.at(-1)?.until ?? 0;
      const sound = parts.reduce((sum, { from, until }) => sum + until - from, 0);
      const { probed, decoded, played, samples } = await measure(file);
      // Codecs add up to 0.08 s to each part.
      const slack = 0.2 + 0.08 * parts.length;
      const seen = JSON.stringify({ kind, run, parts, probed, decoded, played });
      assert.ok(isNear(decoded, end, slack), seen);
      assert.ok(isNear(probed, decoded) && isNear(played, decoded), seen);
      assert.ok(isNear(countLoud(samples), sound, slack), `${countLoud(samples)} s are heard: ${seen}`);
      for (const { from, until } of parts)
        assert.ok(countLoud(samples, from, until) > 0.8 * (until - from), `heard in its place: ${seen}`);
    }
  });
}

test('an appended recording of another kind is missing, and the record says how much', async () => {
  const [film, words] = ['sine=440:d=3', 'sine=660:d=2:sample_rate=22050'].map((source) => [
    '-f',
    'lavfi',
    '-i',
    source,
  ]);
  await ffmpeg(...(film ?? []), '-c:a', 'aac', at('first.m4a'));
  await ffmpeg(...(words ?? []), '-c:a', 'libmp3lame', at('second.mp4'));
  const name = "it's.m4a";
  await writeFile(
    at(name),
    Buffer.concat(await Promise.all(['first.m4a', 'second.mp4'].map((file) => readFile(at(file))))),
  );
  const { probed, decoded, played, loss } = await measure(at(name));
  for (const seconds of [probed, decoded, played]) assert.ok(isNear(seconds, 3), `${seconds}`);
  assert.ok(loss && isNear(loss.decodedSeconds, 3) && isNear(loss.heldSeconds, 5), JSON.stringify(loss));
});

test('a clock that begins late, lies in its last page or claims another length costs what is heard', async () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=440:d=5:sample_rate=48000'];
  const film = [...tone, '-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=9'];
  await ffmpeg(
    ...tone,
    '-c:a',
    'libopus',
    at('lie.opus'),
    '-c:a',
    'libopus',
    at('late.opus'),
    at('vbr.mp3'),
    at('long.wav'),
  );
  await ffmpeg(
    ...film,
    '-map',
    '1',
    '-map',
    '0',
    '-pix_fmt',
    'yuv420p',
    at('picture.mp4'),
    at('picture.mkv'),
  );
  await ffmpeg(
    ...tone,
    '-movflags',
    '+frag_keyframe+empty_moov',
    '-frag_duration',
    '500000',
    at('fragments.mp4'),
  );
  await ffmpeg('-itsoffset', '5000', ...tone, '-c:a', 'aac', at('offset.mp4'));
  await ffmpeg(...tone, '-c:a', 'libopus', '-output_ts_offset', '7200', at('offset.webm'));
  const pages = await readFile(at('lie.opus'));
  // The position of an Ogg page: 8 bytes at 6 (RFC 3533); the checksum, which must fit, is left to ffmpeg's leniency.
  pages.writeBigUInt64LE(39_600n * 48_000n, pages.lastIndexOf('OggS') + 6);
  await writeFile(at('lie.opus'), pages);
  const wave = await readFile(at('long.wav'));
  wave.writeUInt32LE(0xffff_ffff, 4);
  wave.writeUInt32LE(0xffff_ffff, wave.indexOf('data') + 4);
  await writeFile(at('long.wav'), wave);
  for (const name of [
    ...['lie.opus', 'late.opus', 'vbr.mp3', 'long.wav', 'picture.mp4', 'picture.mkv', 'fragments.mp4'],
    ...['offset.mp4', 'offset.webm'],
  ]) {
    const { probed, decoded, played } = await measure(at(name));
    for (const seconds of [probed, decoded, played])
      assert.ok(isNear(seconds, 5), `${name}: ${JSON.stringify({ probed, decoded, played })}`);
  }
});

test('a WAV file that holds more sound than its header says is heard to its end', async () => {
  const tone = (rate: number) => ['-f', 'lavfi', '-i', `sine=440:d=3:sample_rate=${rate}`];
  await ffmpeg(...tone(48_000), at('three.wav'));
  await ffmpeg(...tone(8000), at('other.wav'));
  const [three, other] = [await readFile(at('three.wav')), await readFile(at('other.wav'))];
  const short = Buffer.from(three);
  short.writeUInt32LE(48_000 * 2, short.indexOf('data') + 4);
  const cover = Buffer.alloc(8 + 300_000);
  cover.write('id3 ', 'latin1');
  cover.writeUInt32LE(300_000, 4);
  const cases: Array<[name: string, bytes: Buffer, seconds: number]> = [
    ['short', short, 3],
    ['joined', Buffer.concat([three, three]), 6],
    ['joined with another kind', Buffer.concat([three, other]), 3],
    ['with a picture at the end', Buffer.concat([three, cover]), 3],
  ];
  for (const [name, bytes, seconds] of cases) {
    await writeFile(at(`${name}.wav`), bytes);
    const { probed, decoded, played } = await measure(at(`${name}.wav`));
    for (const found of [probed, decoded, played])
      assert.ok(isNear(found, seconds), `${name}: ${JSON.stringify({ probed, decoded, played })}`);
  }
});

test('what can’t be decoded is told, hardly anything is a failure, and an encrypted file is called so', async () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=440:d=10:sample_rate=44100'];
  const key = [
    '-encryption_key',
    '76a6c65c5ea762046bd749a2e632ccbb',
    '-encryption_kid',
    'a7e61c373e219033c21091fa607bf3b8',
  ];
  await ffmpeg(
    ...tone,
    '-c:a',
    'aac',
    at('whole.m4a'),
    '-c:a',
    'aac',
    '-encryption_scheme',
    'cenc-aes-ctr',
    ...key,
    at('cenc.mp4'),
  );
  for (const [name, kept] of [
    ['some.m4a', 0.4],
    ['hardly.m4a', 0.03],
  ] as const) {
    const bytes = await readFile(at('whole.m4a'));
    const begin = bytes.indexOf('mdat') + 4;
    const damaged = bytes.indexOf('moov') > begin ? bytes.indexOf('moov') - 4 : bytes.length;
    bytes.fill(0xff, Math.round(begin + kept * (damaged - begin)), damaged);
    await writeFile(at(name), bytes);
  }
  const { loss, decodedSeconds } = await measure(at('some.m4a')).then(({ loss, decoded }) => ({
    loss,
    decodedSeconds: decoded,
  }));
  assert.ok(
    loss && isNear(loss.decodedSeconds, 4, 0.5) && isNear(loss.heldSeconds, 10),
    JSON.stringify({ loss, decodedSeconds }),
  );
  await ffmpeg(...tone, at('whole.mp3'));
  const whole = await readFile(at('whole.mp3'));
  await writeFile(
    at('joined.mp3'),
    Buffer.concat([whole, Buffer.from('ID3\x03'), Buffer.alloc(80_000), whole]),
  );
  await writeFile(at('some.mp3'), whole.fill(0x55, whole.length >> 2, (whole.length >> 2) * 3));
  const damaged = await measure(at('some.mp3'));
  assert.ok(
    damaged.loss && isNear(damaged.loss.decodedSeconds, 5, 0.5) && isNear(damaged.loss.heldSeconds, 10, 0.5),
    JSON.stringify(damaged.loss),
  );
  const joined = await measure(at('joined.mp3'));
  assert.ok(joined.loss === undefined && isNear(joined.decoded, 20), JSON.stringify(joined.loss));
  const fails = (detail: string) => (error: unknown) =>
    error instanceof InvalidMedia && error.detail === detail;
  const decoding = decodeAudio(at('hardly.m4a'), at('hardly.s16le'), { maxSeconds: 60 });
  await assert.rejects(decoding, fails(mediaFaults.mostlyDamaged));
  await assert.rejects(probeMedia(at('cenc.mp4'), {}), fails(mediaFaults.encrypted));
});
