import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setRetention } from '#lib/accounts/settings/retention';
import { connect, type Connection } from '#lib/db/connect';
import { jobsChannel } from '#lib/events/announce-job';
import { makeClient, type Client } from '#e2e/support/client';
import { ffmpeg, readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';
import { signInForCookies } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';
import { createEditorClient, type EditorClient } from '#e2e/support/editor/editor-client';
import {
  getKeys,
  makeRecorded,
  makeStoredMedia,
  mediaAt,
  playableAt,
  untilRemoved,
} from '#e2e/support/editor/media';

/* A rendition's creation, and its deletion with its job. */

let longhand: SharedLonghand;
let connection: Connection;
let account: TestAccount;
let client: Client;
let cookie: string;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  connection = connect(longhand.databaseUrl, { max: 2 });
  client = makeClient(longhand, account.apiKey);
  cookie = await signInForCookies(longhand, account);
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

const getRef = (jobId: string): EditorClient => createEditorClient(longhand, jobId, { cookie });

const scratch = (jobId: string) => readdir(path.join(longhand.dataDir, 'scratch', jobId)).catch(() => []);

test('a transcribed job has its rendition and waveform automatically, and a job deleted takes them along', async () => {
  const { id } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  await client.ended(id);
  const { kind } = await playableAt(getRef(id));
  assert.equal(kind, 'audio');
  await waitFor('an empty scratch folder', async () => ((await scratch(id)).length === 0 ? true : undefined));
  const keys = await getKeys(longhand, id);
  assert.equal(keys.length, 3);
  assert.equal((await client.request(`/jobs/${id}`, { method: 'DELETE' })).status, 204);
  await untilRemoved(longhand, keys);
});

test('a recording removed after its time takes them along, and the editor says so', async () => {
  const { id: accountId } = account;
  const { jobId } = await makeStoredMedia(longhand, account, 1000);
  const keys = await getKeys(longhand, jobId);
  const { url } = await playableAt(getRef(jobId));
  assert.equal((await fetch(longhand.baseUrl + url)).status, 200);
  await setRetention(connection.db, {
    accountId,
    keepOriginalsDays: null,
    keepMediaDays: 1,
    keepJobsDays: null,
  });
  await longhand.sql`update jobs set ended_at = now() - interval '2 days' where id = ${jobId}`;
  await longhand.sql`select graphile_worker.add_job('apply-retention', '{}'::json, queue_name => 'nights of tests')`;
  await untilRemoved(longhand, keys);
  const media = await mediaAt(getRef(jobId));
  assert.equal(media.cause, 'removed');
  assert.match(media.reason ?? '', /was deleted/);
  assert.equal((await fetch(longhand.baseUrl + url)).status, 404);
  await setRetention(connection.db, {
    accountId,
    keepOriginalsDays: null,
    keepMediaDays: null,
    keepJobsDays: null,
  });
});

test('an original removed after its time leaves its copy and waveform, and the editor plays on', async () => {
  const { id: accountId } = account;
  const { jobId } = await makeStoredMedia(longhand, account, 1000);
  const [original = '', ...kept] = await getKeys(longhand, jobId);
  await setRetention(connection.db, {
    accountId,
    keepOriginalsDays: 1,
    keepMediaDays: null,
    keepJobsDays: null,
  });
  await longhand.sql`update jobs set ended_at = now() - interval '2 days' where id = ${jobId}`;
  await longhand.sql`select graphile_worker.add_job('apply-retention', '{}'::json, queue_name => 'nights of tests')`;
  await untilRemoved(longhand, [original]);
  assert.deepEqual(await getKeys(longhand, jobId), kept);
  assert.equal(kept.length, 2);
  const { url } = await playableAt(getRef(jobId));
  const played = await fetch(longhand.baseUrl + url);
  assert.equal(played.status, 200);
  assert.ok((await played.arrayBuffer()).byteLength > 0);
  await setRetention(connection.db, {
    accountId,
    keepOriginalsDays: null,
    keepMediaDays: null,
    keepJobsDays: null,
  });
});

test('an older job has its rendition made when an editor asks, and the change is announced', async () => {
  const jobId = await makeRecorded(longhand, account, (file) =>
    ffmpeg(
      '-f',
      'lavfi',
      '-i',
      'sine=duration=1',
      '-f',
      'lavfi',
      '-i',
      'testsrc=duration=1',
      '-f',
      'avi',
      file,
    ),
  );
  const heard: string[] = [];
  const listening = await longhand.sql.listen(jobsChannel, (payload) => heard.push(payload));
  assert.equal((await mediaAt(getRef(jobId))).state, 'preparing');
  const { kind } = await playableAt(getRef(jobId));
  assert.equal(kind, 'video');
  await waitFor('the announcement', () => heard.find((payload) => payload.includes(jobId)));
  await listening.unlisten();
});

test('a recording that can’t be rendered is explained, and its transcript stays', async () => {
  const noSound = Buffer.from('no sound at all'.repeat(100));
  const jobId = await makeRecorded(longhand, account, (file) => writeFile(file, noSound));
  const words = await client.text(jobId);
  const media = await waitFor('the last attempt', async () => {
    const media = await mediaAt(getRef(jobId));
    return media.state === 'missing' ? media : undefined;
  });
  assert.equal(media.cause, 'unplayable');
  assert.match(media.reason ?? '', /can’t be played in a browser/);
  assert.equal(await client.text(jobId), words);
  await waitFor('an empty scratch folder', async () =>
    (await scratch(jobId)).length === 0 ? true : undefined,
  );
});
