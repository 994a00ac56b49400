import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { generateRecording, recordingKinds } from '#e2e/support/generated-recording';
import { randomCases } from '#e2e/support/random-cases';
import { readSeed } from '#e2e/support/seed';
import { setClockRate } from '#e2e/support/set-clock-rate';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { toSamples } from '#e2e/support/play-media';
import { ffmpeg } from '#e2e/support/speech';
import { priceCents } from '#lib/billing/price';
import { toCues } from '#lib/exports/captions/to-cues';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { probeMedia } from '#lib/media/probe-media';
import { planRendition } from '#lib/media/rendition/choose-rendition';
import { encodePicture } from '#lib/media/rendition/encode-picture';
import { makeRendition } from '#lib/media/rendition/make-rendition';
import { runTool } from '#lib/media/run-tool';
import { chooseTracks } from '#lib/recognition/tracks/choose-tracks';
import type { Transcript } from '#lib/revisions/read-transcript';

/* Billing, player and captions share one timeline, for containers whose clock is wrong, jumps, or has holes. */

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);

async function measure(file: string) {
  const { durationSeconds: probed } = await probeMedia(file, {});
  const pcmPath = `${file}.s16le`;
  const { streams, start } = await planRendition(file, undefined);
  const listener = { voiceActivity: undefined, signal: new AbortController().signal };
  const choice = await chooseTracks({ mediaPath: file, streams, folder }, {}, listener);
  const options = { maxSeconds: 3600, sound: choice.streams, start, part: choice.part };
  const { durationSeconds: pcmSeconds, clock, loss } = await decodeAudio(file, pcmPath, options);
  const tracks = choice.tracks?.flatMap(({ used, number }) => (used ? [number] : []));
  const source = { inputPath: file, pcmPath, pcmSeconds, clock, tracks };
  const { durationSeconds: played } = await makeRendition(source, `${file}.mp4`, {});
  return { probed, decoded: pcmSeconds, played, loss, samples: toSamples(await readFile(pcmPath)) };
}

/** Returns the loud seconds in a range of the sound. */
function countLoud(samples: Int16Array, from = 0, until = samples.length / 16_000): number {
  let loud = 0;
  for (let frame = Math.round(from * 50); frame < Math.round(until * 50); frame += 1) {
    const frameSamples = samples.subarray(frame * 320, frame * 320 + 320);
    if (frameSamples.some((sample) => Math.abs(sample) > 1000)) loud += 1;
  }
  return loud / 50;
}

const isNear = (one: number, other: number, slack = 0.2) => Math.abs(one - other) <= slack;

/** Returns the end of the captions, with words wherever something is loud. */
function endCaptions(samples: Int16Array, durationSeconds: number): number {
  const frames = Array.from({ length: Math.ceil(samples.length / 1600) }, (_, at) => at);
  const words = frames
    .filter((at) => countLoud(samples, at / 10, at / 10 + 0.1) > 0)
    .map((at) => ({ text: 'word', startMs: at * 100, endMs: at * 100 + 100, confidence: 1 }));
  const monologues = [{ speaker: { id: 0, name: 'Ann' }, words }];
  const cues = toCues({ monologues, durationMs: durationSeconds * 1000 } as unknown as Transcript);
  return (cues.at(-1)?.endMs ?? 0) / 1000;
}

const seed = readSeed('LONGHAND_TEST_RECORDINGS_SEED');

for (const [number, kind] of Object.keys(recordingKinds).entries()) {
  test(`the length, the bill, the player, the captions and every sound of ${kind} files made at random agree`, async () => {
    for (let run = 0; run < randomCases(5); run += 1) {
      const random = randomFrom(seed + 1000 * run + number);
      const recording = await generateRecording(kind, at(`${kind}-${run}`), random);
      const { samples, ...lengths } = await measure(recording.file);
      const { probed, decoded, played, loss } = lengths;
      const captions = endCaptions(samples, decoded);
      const { seconds, longestSeconds, tracks, heard } = recording;
      const seen = JSON.stringify({ run, ...recording, ...lengths, captions });
      for (const length of [decoded, played]) assert.ok(isNear(length, seconds), seen);
      // The used tracks of several are known only after their sound was analyzed.
      assert.ok(tracks > 1 ? probed < longestSeconds + 0.2 : isNear(probed, seconds), seen);
      assert.ok(priceCents(probed, 25) <= priceCents(longestSeconds + 0.2, 25), seen);
      assert.ok(captions <= decoded && captions > (heard.at(-1)?.until ?? 0) - 0.3, seen);
      for (const { from, until } of heard)
        assert.ok(
          countLoud(samples, from, until) > 0.8 * (until - from) - 0.1,
          `heard in its place: ${seen}`,
        );
      assert.equal(loss, undefined, seen);
    }
  });
}

test('a clock that runs at a wrong rate is corrected, for sound and picture, and silence that was not sent stays', async () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=440:d=10:sample_rate=48000,volume=6'];
  const picture = '-f lavfi -i testsrc=size=64x64:rate=10:duration=10 -pix_fmt yuv420p'.split(' ');
  const film = [...tone, ...picture];
  const hole = [...tone, '-af', 'asetpts=PTS+gte(T\\,6)*10/TB', '-c:a', 'aac'];
  const end = { from: 16, until: 20 };
  const whole = { from: 0, until: 10 };
  const cases: Array<[name: string, args: string[], times: number, seconds: number, heard: typeof whole]> = [
    ['ten.webm', [...tone, '-c:a', 'libopus'], 10, 10, whole],
    ['two.webm', [...tone, '-c:a', 'libopus'], 2, 10, whole],
    ['half.webm', [...tone, '-c:a', 'libopus'], 0.5, 10, whole],
    ['pcm.avi', [...tone, '-c:a', 'pcm_s16le'], 2, 10, whole],
    ['mp3.avi', [...tone, '-c:a', 'libmp3lame'], 2, 10, whole],
    ['film.mkv', [...film, '-c:a', 'aac'], 2, 10, whole],
    ['film.mp4', [...film, '-map', '1', '-map', '0', '-c:a', 'aac'], 2, 10, whole],
    ['hole.mkv', hole, 1, 20, end],
    ['slow-hole.mkv', hole, 2, 20, end],
  ];
  for (const [name, args, times, seconds, heard] of cases) {
    await ffmpeg(...args, at(name));
    await setClockRate(at(name), times);
    const { probed, decoded, played, loss, samples } = await measure(at(name));
    const seen = `${name}: ${JSON.stringify({ probed, decoded, played, loss })}`;
    for (const found of [probed, decoded, played]) assert.ok(isNear(found, seconds), seen);
    assert.ok(countLoud(samples, heard.from, heard.until) > heard.until - heard.from - 0.3, seen);
    assert.equal(loss, undefined, seen);
  }
  for (const name of ['film.mkv', 'film.mp4']) {
    const range = { startSeconds: 0, endSeconds: null };
    const { frames } = await encodePicture(
      { inputPath: at(name), durationSeconds: 10 },
      range,
      at(`${name}.mp4`),
      {},
    );
    const { stdout } = await runTool('ffprobe', ['-show_entries', 'format=duration', at(`${name}.mp4`)], {
      ...{ cpuSeconds: 10, wallSeconds: 60, fileBytes: 0 },
    });
    assert.ok(frames > 90 && isNear(Number.parseFloat(/duration=(.*)/.exec(stdout)?.[1] ?? ''), 10), stdout);
  }
  // WebRTC sends one packet in 400 ms of silence (RFC 6716, 2.1.9).
  await ffmpeg(
    ...tone,
    '-af',
    'aformat=channel_layouts=mono,adelay=20000',
    '-c:a',
    'libopus',
    at('whole.webm'),
  );
  for (const [name, from] of [
    ['some.webm', 500],
    ['nearly-all.webm', 20],
  ] as const) {
    const drop = `noise=amount=0:drop='gte(n,${from})*lt(n,1400)*gt(mod(n,20),0)'`;
    await ffmpeg('-i', at('whole.webm'), '-c', 'copy', '-bsf:a', drop, at(name));
    const { probed, decoded, played } = await measure(at(name));
    for (const found of [probed, decoded, played])
      assert.ok(isNear(found, 30), `${name}: ${JSON.stringify({ probed, decoded, played })}`);
  }
});

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
  await ffmpeg(...(film ?? []), '-c:a', 'libvorbis', at('first.ogg'), '-c:a', 'libopus', at('second.ogg'));
  await writeFile(
    at('codecs.ogg'),
    Buffer.concat(await Promise.all(['first.ogg', 'second.ogg'].map((file) => readFile(at(file))))),
  );
  const ogg = (await measure(at('codecs.ogg'))).loss;
  assert.ok(ogg && isNear(ogg.decodedSeconds, 3) && isNear(ogg.heldSeconds, 6), JSON.stringify(ogg));
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
  // The position of an Ogg page: 8 bytes at 6 (RFC 3533); the checksum becomes wrong, but ffmpeg is lenient.
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

test('trimmed, reserved, paused and joined recordings cost what is heard, as do those of which one track is', async () => {
  const tone = (seconds: number, rate = 44_100) => [
    ...['-f', 'lavfi', '-i', `sine=440:d=${seconds}:sample_rate=${rate}`],
  ];
  const append = async (name: string, ...parts: Buffer[]) => writeFile(at(name), Buffer.concat(parts));
  const read = (name: string) => readFile(at(name));
  await ffmpeg(...tone(7), ...['-c:a', 'aac', at('trimmed.m4a'), at('paused.wav'), at('first.aac')]);
  await ffmpeg(...tone(2, 22_050), ...[at('second.aac'), at('first.mp3')]);
  // An edit list that begins 3 s after the first sample, and claims all 7 s (ISO/IEC 14496-12, 8.6.6).
  const trimmed = await read('trimmed.m4a');
  trimmed.writeInt32BE(3 * 44_100, trimmed.indexOf('elst') + 16);
  await append('trimmed.m4a', trimmed);
  await append('reserved.mp3', await read('first.mp3'), Buffer.alloc(2_000_000));
  await append('rates.aac', await read('first.aac'), await read('second.aac'));
  const later = (clock: string) =>
    `${clock}=${clock.toUpperCase()}+gte(${clock.toUpperCase()}*TB\\,5)*3600/TB`;
  await ffmpeg(...tone(12), ...['-ac', '2', '-c:a', 'pcm_s16le', at('steady.mkv')]);
  const pause = ['-c', 'copy', '-bsf:a', `setts=${later('pts')}:${later('dts')}`];
  await ffmpeg('-i', at('steady.mkv'), ...pause, at('paused.mkv'));
  const early = ['-avoid_negative_ts', 'disabled', '-c:a', 'libopus', at('early.mkv')];
  await ffmpeg('-itsoffset', '-2', ...tone(5, 48_000), ...early);
  const languages = ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=spa'];
  await ffmpeg(
    ...tone(2),
    ...tone(6),
    '-map',
    '0',
    '-map',
    '1',
    ...languages,
    '-c:a',
    'aac',
    at('dubbed.ts'),
  );
  for (const [name, seconds] of [
    ['trimmed.m4a', 4],
    ['reserved.mp3', 2],
    ['rates.aac', 9],
    ['paused.mkv', 12],
    ['early.mkv', 5],
    ['dubbed.ts', 2],
  ] as const) {
    const { probed, decoded, played, loss } = await measure(at(name));
    for (const found of [probed, decoded, played])
      assert.ok(isNear(found, seconds), `${name}: ${JSON.stringify({ probed, decoded, played })}`);
    assert.equal(loss, undefined, name);
  }
});

test('a WavPack file that ends with a longer block than the others is heard to its end', async () => {
  for (const seconds of [1, 2])
    await ffmpeg('-f', 'lavfi', '-i', `sine=440:d=${seconds}:sample_rate=22050`, at(`${seconds}.wv`));
  const [short, long] = [await readFile(at('1.wv')), await readFile(at('2.wv'))];
  await writeFile(at('joined.wv'), Buffer.concat([short, long]));
  const { probed, decoded, played } = await measure(at('joined.wv'));
  for (const found of [probed, decoded, played]) assert.ok(isNear(found, 3), String(found));
});

test('in Ogg, appended sound of another rate and more channels seems to have gaps, and has none', async () => {
  const tones = [
    ['sine=440:d=2.9:sample_rate=22050', '1'],
    ['sine=640:d=2.5:sample_rate=48000', '2'],
  ] as const;
  for (const [part, [tone, channels]] of tones.entries())
    await ffmpeg('-f', 'lavfi', '-i', tone, '-ac', channels, '-c:a', 'libvorbis', at(`part-${part}.ogg`));
  const parts = await Promise.all(tones.map((_, part) => readFile(at(`part-${part}.ogg`))));
  await writeFile(at('joined.ogg'), Buffer.concat(parts));
  const { probed, decoded, played } = await measure(at('joined.ogg'));
  for (const found of [probed, decoded, played]) assert.ok(isNear(found, 5.4), String(found));
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
  await ffmpeg('-i', at('three.wav'), '-rf64', 'always', at('long.wav'));
  const long = await readFile(at('long.wav'));
  long.writeBigUInt64LE(48_000n * 2n, long.indexOf('ds64') + 16);
  const cases: Array<[name: string, bytes: Buffer, seconds: number]> = [
    ['short', short, 3],
    ['short by 64 bits', long, 3],
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
