import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { decodeAudio } from '#lib/media/decode-audio';
import { inputArguments, probeMedia } from '#lib/media/probe-media';
import { runTool } from '#lib/media/run-tool';

/* Covers that say they have 16,000 × 16,000 pixels, which would take 768 MB to decode. */

const run = promisify(execFile);
const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=3:sample_rate=44100'];
const dataBytes = 128 * 1024 ** 2;
const limits = { cpuSeconds: 60, wallSeconds: 120, fileBytes: 0, dataBytes };

let folder = '';
const at = (name: string) => path.join(folder, name);
const make = (args: string[], name: string) => run('ffmpeg', ['-v', 'error', '-y', ...args, at(name)]);

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'probe-covers-'));
  const color = ['-f', 'lavfi', '-i', 'color=red:size=64x64', '-frames:v', '1'];
  for (const name of ['cover.png', 'cover.jpg']) await make(color, name);
});
after(() => rm(folder, { recursive: true }));

/** Gives every picture in a file the size of 16,000 × 16,000, where PNG and JPEG have it. */
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

/** The comment by which Ogg files carry a picture: a FLAC picture block in Base64. */
async function oggCover(): Promise<string[]> {
  await copyFile(at('cover.png'), at('giant.png'));
  await enlarge('giant.png');
  const picture = await readFile(at('giant.png'));
  const numbers = (...values: number[]) =>
    Buffer.from(values.flatMap((value) => [0, 0, value >> 8, value & 255]));
  const block = [numbers(3, 9), Buffer.from('image/png'), numbers(0, 64, 64, 24, 0, picture.length), picture];
  return ['-metadata', `metadata_block_picture=${Buffer.concat(block).toString('base64')}`];
}

async function makeWithCover(name: string, cover: string): Promise<void> {
  if (name.endsWith('.ogg'))
    return void (await make([...tone, '-c:a', 'libvorbis', ...(await oggCover())], name));
  const attached = name.endsWith('.mka')
    ? ['-attach', at(cover), '-metadata:s:t', 'mimetype=image/png', '-metadata:s:t', 'filename=cover.png']
    : ['-i', at(cover), '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'];
  await make([...tone, ...attached], name);
  await enlarge(name);
}

const files: Array<[name: string, cover: string]> = [
  ['png.mp3', 'cover.png'],
  ['jpg.mp3', 'cover.jpg'],
  ['png.m4a', 'cover.png'],
  ['jpg.m4a', 'cover.jpg'],
  ['png.flac', 'cover.png'],
  ['png.mka', 'cover.png'],
  ['png.ogg', 'cover.png'],
];

for (const [name, cover] of files) {
  test(`${name}: the sound is measured and decoded, and its giant cover is not`, async () => {
    await makeWithCover(name, cover);
    const entries = [
      '-show_entries',
      'stream=codec_type,width:stream_disposition=attached_pic',
      '-of',
      'compact',
    ];
    const args = ['-v', 'error', ...inputArguments(at(name)), ...entries];
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
  const video = ['-f', 'lavfi', '-i', 'color=red:size=3840x2160:rate=5:duration=3', '-threads', '1'];
  for (const [name, coder] of Object.entries({
    'large.mp4': ['libx264', '-preset', 'ultrafast'],
    'large.ts': ['libx264', '-preset', 'ultrafast'],
    'large.avi': ['mpeg4'],
    'large.mkv': ['mjpeg', '-pix_fmt', 'yuvj420p'],
  })) {
    await make([...tone, ...video, '-c:v', ...coder], name);
    const { durationSeconds } = await probeMedia(at(name), { dataBytes });
    assert.ok(Math.abs(durationSeconds - 3) < 0.21, `${name} ${durationSeconds} s`);
  }
});
