import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { makeClient } from '#e2e/support/client';
import { ffmpeg, readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';

let longhand: SharedLonghand;
const folder = await makeTestFolder();

before(async () => {
  longhand = await useLonghand();
});
after(() => longhand?.stop());

/** Submits a file, waits for its end, and checks that it failed and cost nothing. */
async function readFailure(file: string, mediaType = 'audio/wav'): Promise<string> {
  const client = makeClient(longhand, (await longhand.createAccount(1_00)).apiKey);
  const { id } = await client.submitFile(file, mediaType);
  const job = await client.ended(id);
  assert.equal(job.status, 'failed');
  assert.equal(job.failure, 'invalid_media');
  assert.equal(job.web_url, undefined);
  assert.equal(await client.balance(), 1, 'a failed job costs nothing');
  return job.failure_detail ?? '';
}

async function written(name: string, content: string | Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

suite('a recording that is none', { concurrency: true }, () => {
  test('an empty file fails as empty', async () => {
    assert.match(await readFailure(await written('empty.wav', '')), /empty/i);
  });

  test('random bytes fail as no audio or video', async () => {
    assert.match(await readFailure(await written('noise.wav', randomBytes(100_000))), /not audio or video/i);
  });

  test('a text called x.wav fails as no audio or video', async () => {
    const text = 'Dear Sir or Madam, this is a letter and no recording.\n'.repeat(50);
    assert.match(await readFailure(await written('x.wav', text)), /not audio or video/i);
  });

  test('a video without sound fails for having no sound', async () => {
    const silent = path.join(folder, 'silent.mp4');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=size=160x120:rate=10', '-t', '2', '-c:v', 'mpeg4', silent);
    assert.match(await readFailure(silent, 'video/mp4'), /no sound/i);
  });

  test('a playlist that names another file fails, and the other file is not read', async () => {
    const [clip] = await readClips();
    assert.ok(clip);
    const playlists = {
      'list.wav': `ffconcat version 1.0\nfile '${clip.file}'\n`,
      'list.m3u8.wav': `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:8,\nfile://${clip.file}\n#EXT-X-ENDLIST\n`,
    };
    for (const [name, content] of Object.entries(playlists)) {
      assert.match(await readFailure(await written(name, content)), /playlist/i);
    }
  });
});
