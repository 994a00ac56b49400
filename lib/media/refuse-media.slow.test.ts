import assert from 'node:assert/strict';
import { copyFile, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { ffmpeg } from '#e2e/support/speech';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { inputArguments } from '#lib/media/input/input-arguments';
import { probeMedia } from '#lib/media/probe-media';
import { runTool } from '#lib/media/run-tool';

/* Files that are refused with the same message wherever they are read, and giant covers that are not decoded. */

const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=3:sample_rate=44100'];

const folder = await makeTestFolder();
const at = (name: string) => path.join(folder, name);
const fails = (detail: string) => (error: unknown) =>
  error instanceof InvalidMedia && error.detail === detail;

before(async () => {
  const picture = ['-f', 'lavfi', '-i', 'color=red:size=64x64:rate=25:duration=3'];
  const covers = ['cover.png', 'cover.jpg'].flatMap((name) => ['-map', '1', '-frames:v', '1', at(name)]);
  const sounds = ['secret.wav', 'cut.m4a'].flatMap((name) => ['-map', '0', at(name)]);
  await ffmpeg(...tone, ...picture, ...covers, ...sounds, '-map', '1', at('mute.mp4'));
  await makeWithCovers();
});

async function assertBothRefuse(name: string, detail: string): Promise<void> {
  await assert.rejects(probeMedia(at(name), {}), fails(detail), name);
  // As the worker does with a file whose streams can't be listed.
  const decoding = decodeAudio(at(name), at('out.pcm'), { maxSeconds: 60, sound: [] });
  await assert.rejects(decoding, fails(detail), name);
  assert.deepEqual(
    (await readdir(folder)).filter((file) => file.startsWith('out.pcm')),
    [],
  );
}

test('a file that names other files is refused as a playlist and reads none of them', async () => {
  const secret = at('secret.wav');
  const playlists = {
    ffconcat: `ffconcat version 1.0\nfile '${secret}'\n`,
    'concat.wav': `ffconcat version 1.0\nfile 'secret.wav'\n`,
    'hls.m3u8': `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\n${secret}\n#EXT-X-ENDLIST\n`,
    'hls.mp3': `#EXTM3U\n#EXT-X-TARGETDURATION:3\n#EXTINF:3,\nfile://${secret}\n#EXT-X-ENDLIST\n`,
    'dash.mpd': `<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT3S"><Period><AdaptationSet mimeType="audio/wav"><Representation id="1" bandwidth="1"><BaseURL>${secret}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    'session.sdp': 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=audio 5004 RTP/AVP 0\r\n',
    'list.asx': `<asx version="3.0"><entry><ref href="${secret}"/></entry></asx>`,
    'list.pls': `[playlist]\nFile1=${secret}\n`,
    'ref.wmv': `[Reference]\nRef1=file://${secret}\n`,
  };
  for (const [name, text] of Object.entries(playlists)) {
    await writeFile(at(name), text);
    await assertBothRefuse(name, mediaFaults.playlist);
  }
});

test('what is not media is refused as such, whatever its name', async () => {
  const random = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * i * 31 + (i >> 3) * 17) % 251));
  const texts = { text: 'Dear Sir,\n'.repeat(500), subtitles: '1\n00:00:01,000 --> 00:00:02,000\nHello\n' };
  for (const extension of ['', '.wav', '.mp3', '.aac', '.mp4', '.srt', '.%03d.png']) {
    await writeFile(at(`random${extension}`), random);
    await assertBothRefuse(`random${extension}`, mediaFaults.notMedia);
  }
  await writeFile(at('text.wav'), texts.text);
  await writeFile(at('sub.srt'), texts.subtitles);
  for (const name of ['text.wav', 'sub.srt', 'cover.png']) await assertBothRefuse(name, mediaFaults.notMedia);
});

test('an empty file, one without sound and one that lacks its index are distinguished', async () => {
  await writeFile(at('empty.wav'), '');
  await assertBothRefuse('empty.wav', mediaFaults.empty);
  await assertBothRefuse('mute.mp4', mediaFaults.noSound);
  await truncate(at('cut.m4a'), 15_000);
  await assertBothRefuse('cut.m4a', mediaFaults.truncated);
});

/** The limits of a tool in these tests: a picture of 16,000 × 16,000 would take 768 MB. */
const dataBytes = 128 * 1024 ** 2;
const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0, dataBytes };

/** Sets the size of every picture in a file to 16,000 × 16,000, as PNG and JPEG store it. */
async function enlarge(name: string): Promise<void> {
  const bytes = await readFile(at(name));
  const header = bytes.indexOf('IHDR');
  if (header >= 0) {
    bytes.writeUInt32BE(16_000, header + 4);
    bytes.writeUInt32BE(16_000, header + 8);
  }
  // A frame of a baseline JPEG: its marker, length, bits per sample, height and width.
  const frame = bytes.indexOf(Buffer.from('ffc0001108', 'hex'));
  if (frame >= 0) {
    bytes.writeUInt16BE(16_000, frame + 5);
    bytes.writeUInt16BE(16_000, frame + 7);
  }
  assert.ok(header >= 0 || frame >= 0, `${name} has a picture`);
  await writeFile(at(name), bytes);
}

/** Returns the comment by which Ogg files carry a picture: a FLAC picture block in Base64. */
async function oggCover(): Promise<string> {
  await copyFile(at('cover.png'), at('giant.png'));
  await enlarge('giant.png');
  const picture = await readFile(at('giant.png'));
  const numbers = (...values: number[]) =>
    Buffer.from(values.flatMap((value) => [0, 0, value >> 8, value & 255]));
  const block = [numbers(3, 9), Buffer.from('image/png'), numbers(0, 64, 64, 24, 0, picture.length), picture];
  return `metadata_block_picture=${Buffer.concat(block).toString('base64')}`;
}

const withCover = ['png.mp3', 'jpg.mp3', 'png.m4a', 'jpg.m4a', 'png.flac', 'png.mka', 'png.ogg'];

/**
 * Returns ffmpeg's output arguments for a recording with a cover, from these inputs: the tone, the PNG, and the JPEG.
 */
async function coverArguments(name: string): Promise<string[]> {
  if (name === 'png.ogg') return ['-c:a', 'libvorbis', '-metadata', await oggCover()];
  if (name === 'png.mka') {
    const tags = ['mimetype=image/png', 'filename=cover.png'];
    return ['-attach', at('cover.png'), ...tags.flatMap((tag) => ['-metadata:s:t', tag])];
  }
  const input = name.startsWith('png') ? '1' : '2';
  return ['-map', input, '-c:v', 'copy', '-disposition:v', 'attached_pic'];
}

async function makeWithCovers(): Promise<void> {
  const outputs: string[] = [];
  for (const name of withCover) outputs.push('-map', '0', ...(await coverArguments(name)), at(name));
  await ffmpeg(...tone, '-i', at('cover.png'), '-i', at('cover.jpg'), ...outputs);
  for (const name of withCover) if (name !== 'png.ogg') await enlarge(name);
}

for (const name of withCover) {
  test(`${name}: the sound is measured and decoded, and its giant cover is not`, async () => {
    const entries = ['-show_entries', 'stream=codec_type,width:stream_disposition=attached_pic'];
    const args = ['-v', 'error', ...(await inputArguments(at(name))), ...entries, '-of', 'compact'];
    const { stdout, stderr } = await runTool('ffprobe', args, limits);
    assert.match(stdout, /codec_type=video\|width=0\|disposition:attached_pic=1/);
    assert.doesNotMatch(stderr, /get_buffer|allocate/);
    const { durationSeconds } = await probeMedia(at(name), { dataBytes });
    assert.ok(Math.abs(durationSeconds - 3) < 0.11, `${durationSeconds} s`);
    const decoded = await decodeAudio(at(name), at(`${name}.s16le`), { maxSeconds: 60 });
    assert.ok(Math.abs(decoded.durationSeconds - 3) < 0.11, `${decoded.durationSeconds} s`);
  });
}

test('video of 4K is measured by its packets with as little memory', async () => {
  const video = ['-f', 'lavfi', '-i', 'color=red:size=3840x2160:rate=5:duration=3'];
  const films = {
    'large.mp4': ['libx264', '-preset', 'ultrafast'],
    'large.ts': ['libx264', '-preset', 'ultrafast'],
    'large.avi': ['mpeg4'],
    'large.mkv': ['mjpeg', '-pix_fmt', 'yuvj420p'],
  };
  const outputs = Object.entries(films).flatMap(([name, coder]) => ['-c:v', ...coder, at(name)]);
  await ffmpeg(...tone, ...video, ...outputs);
  for (const name of Object.keys(films)) {
    const { durationSeconds } = await probeMedia(at(name), { dataBytes });
    assert.ok(Math.abs(durationSeconds - 3) < 0.21, `${name} ${durationSeconds} s`);
  }
});
