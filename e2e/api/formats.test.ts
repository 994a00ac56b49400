import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { ffmpeg, readClips, toWords } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';

const picture = ['-f', 'lavfi', '-i', 'color=blue:size=160x120:rate=10', '-shortest'];

/**
 * An audio file, a browser recording and a video: the arguments with which ffmpeg makes them, and the media type that a
 * client sends. lib/media/decode-audio.slow.test.ts shows that all other formats decode to the original sound.
 */
const formats: Array<{ file: string; mediaType: string; arguments: string[] }> = [
  { file: 'a.mp3', mediaType: 'audio/mpeg', arguments: ['-b:a', '64k'] },
  { file: 'a.webm', mediaType: 'audio/webm', arguments: ['-c:a', 'libopus'] },
  { file: 'a.mov', mediaType: 'video/quicktime', arguments: [...picture, '-c:v', 'mjpeg', '-c:a', 'aac'] },
];

// Only with --all: recordings in several formats.

let longhand: SharedLonghand;
let client: Client;
const folder = await makeTestFolder();

before(async () => {
  longhand = await useLonghand();
  client = makeClient(longhand, (await longhand.createAccount()).apiKey);
});
after(() => longhand?.stop());

suite('each format', { concurrency: true }, () => {
  for (const { file, mediaType, arguments: options } of formats) {
    test(`${file} is transcribed`, async () => {
      const clip = (await readClips())[1];
      assert.ok(clip);
      const made = path.join(folder, file);
      await ffmpeg('-i', clip.file, ...options, made);
      const {
        id,
        name,
        duration_seconds: seconds,
      } = await client.submitFile(made, mediaType, {
        engine: 'pocketsphinx',
      });
      assert.equal(name, file);
      assert.ok(seconds === 3 || seconds === 4, `the clip lasts 2.99 s, not ${seconds}`);
      const job = await client.ended(id);
      assert.equal(job.status, 'transcribed', job.failure_detail);
      const heard = toWords((await client.text(id)).replace(/^.*\d\d:\d\d/, ''));
      const known = heard.filter((word) => clip.words.includes(word));
      assert.ok(known.length >= 4, `heard “${heard.join(' ')}”`);
    });
  }
});
