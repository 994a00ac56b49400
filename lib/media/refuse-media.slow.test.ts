import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { decodeAudio } from '#lib/media/decode-audio';
import { InvalidMedia, mediaFaults } from '#lib/media/media-failure';
import { probeMedia } from '#lib/media/probe-media';

/* What is refused by those that read strangers' files, and that both do so in the same words. */

const run = promisify(execFile);
const tone = ['-f', 'lavfi', '-i', 'sine=440:duration=3:sample_rate=44100'];
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=25:duration=3'];

let folder = '';
const at = (name: string) => path.join(folder, name);
const make = (args: string[], name: string) => run('ffmpeg', ['-v', 'error', '-y', ...args, at(name)]);
const fails = (detail: string) => (error: unknown) =>
  error instanceof InvalidMedia && error.detail === detail;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'refuse-media-'));
  await make(tone, 'secret.wav');
});
after(() => rm(folder, { recursive: true }));

async function assertBothRefuse(name: string, detail: string): Promise<void> {
  await assert.rejects(probeMedia(at(name), {}), fails(detail), name);
  await assert.rejects(decodeAudio(at(name), at('out.pcm'), { maxSeconds: 60 }), fails(detail), name);
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
  await make(['-f', 'lavfi', '-i', 'testsrc=size=64x64:duration=0.04'], 'picture.png');
  for (const name of ['text.wav', 'sub.srt', 'picture.png'])
    await assertBothRefuse(name, mediaFaults.notMedia);
});

test('an empty file, one without sound and one that lacks its index are distinguished', async () => {
  await writeFile(at('empty.wav'), '');
  await assertBothRefuse('empty.wav', mediaFaults.empty);
  await make(picture, 'mute.mp4');
  await assertBothRefuse('mute.mp4', mediaFaults.noSound);
  await make(tone, 'cut.m4a');
  await truncate(at('cut.m4a'), 15_000);
  await assertBothRefuse('cut.m4a', mediaFaults.truncated);
});
