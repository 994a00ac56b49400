import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { setRetention } from '#lib/accounts/retention';
import { connect, type Connection } from '#lib/db/connect';
import { freshPage, startBrowser } from '../support/browser';
import { signIn } from '../support/sign-in';
import { clientOf, type Client } from '../client';
import { ffmpeg, readClips } from '../speech';
import { startLonghand, type Longhand } from '../start-longhand';
import { waitFor } from '../support/wait';
import { mediaOf, pathOf, readyMedia, storedFiles } from './media';

/* How a rendition comes to be, survives a crash, and goes with its job. */

const worker = 'lib/worker/main.ts';

let longhand: Longhand;
let browser: Browser;
let page: Page;
let connection: Connection;
let account: Awaited<ReturnType<Longhand['createAccount']>>;
let client: Client;
let folder: string;
let film: string;
let jobId: string;
let recording: string;

before(async () => {
  longhand = await startLonghand();
  browser = await startBrowser();
  account = await longhand.createAccount();
  connection = connect(longhand.databaseUrl, { max: 2 });
  client = clientOf(longhand, account.apiKey);
  page = await freshPage(browser);
  await signIn(page, longhand, account);
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-made-'));
  film = path.join(folder, 'film.avi');
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=640x480:rate=25:duration=20'];
  await ffmpeg('-f', 'lavfi', '-i', 'sine=duration=20', ...picture, '-q:v', '20', film);
});
beforeEach(async () => {
  const { id } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  await client.ended(id);
  await readyMedia(page, longhand, id);
  const [row] = await longhand.sql<
    Array<{ key: string }>
  >`select media_key as key from jobs where id = ${id}`;
  jobId = id;
  recording = row?.key ?? '';
});
after(async () => {
  await browser?.close();
  await connection?.close();
  await longhand?.stop();
  await rm(folder, { recursive: true, force: true });
});

const filesToBe = (count: number) =>
  waitFor(`${count} files`, async () => {
    return (await storedFiles(longhand)).length === count ? true : undefined;
  });

const scratch = () => readdir(path.join(longhand.dataDir, 'scratch', jobId)).catch(() => []);

/** Makes the job one from before there were renditions, with another recording. */
async function forgetRendition(file: string | Buffer): Promise<void> {
  await longhand.sql`
    update jobs set rendition_key = null, rendition_type = null, peaks_key = null, rendition_asked_at = null,
      rendition_starts = 0 where id = ${jobId}`;
  if (typeof file === 'string')
    await ffmpeg('-i', file, '-c', 'copy', '-f', 'avi', pathOf(longhand, recording));
  else await writeFile(pathOf(longhand, recording), file);
}

/** The rendition on its way has begun to be written. */
const midway = () =>
  waitFor('a half rendition', async () => {
    for (const entry of await scratch()) {
      const half = path.join(longhand.dataDir, 'scratch', jobId, entry, 'rendition.mp4');
      const found = await stat(half).catch(() => undefined);
      if (found !== undefined) return true;
    }
    return undefined;
  });

async function deleteJob(): Promise<void> {
  assert.equal((await client.request(`/jobs/${jobId}`, { method: 'DELETE' })).status, 204);
}

test('a job deleted takes its rendition and waveform along', async () => {
  assert.equal((await storedFiles(longhand)).length, 3);
  assert.deepEqual(await scratch(), []);
  await deleteJob();
  await filesToBe(0);
});

test('a recording removed after its time takes them along, and the editor says so', async () => {
  const { id: accountId } = account;
  await setRetention(connection.db, { accountId, keepMediaDays: 1, keepJobsDays: null });
  await longhand.sql`update jobs set ended_at = now() - interval '2 days' where id = ${jobId}`;
  const { url } = await readyMedia(page, longhand, jobId);
  await longhand.sql`select graphile_worker.add_job('apply-retention', '{}'::json)`;
  await filesToBe(0);
  const { body } = await mediaOf(page, longhand, jobId);
  assert.equal(body.cause, 'removed');
  assert.match(body.reason ?? '', /removed/);
  assert.equal((await fetch(longhand.baseUrl + url)).status, 404);
  await setRetention(connection.db, { accountId, keepMediaDays: null, keepJobsDays: null });
  await deleteJob();
});

test('an older job has its rendition made when an editor asks, and the change is announced', async () => {
  const [old] = await longhand.sql<Array<{ a: string; b: string }>>`
    select rendition_key as a, peaks_key as b from jobs where id = ${jobId}`;
  await forgetRendition(film);
  const heard: string[] = [];
  const listening = await longhand.sql.listen('longhand_jobs', (payload) => heard.push(payload));
  for (let ask = 0; ask < 3; ask++) {
    const { body } = await mediaOf(page, longhand, jobId);
    assert.equal(body.state, 'preparing');
  }
  const [{ n } = { n: 0 }] = await longhand.sql<Array<{ n: number }>>`
    select count(*)::int as n from graphile_worker.jobs where task_identifier = 'render-media'`;
  assert.equal(n, 1, 'asked for once');
  const { kind } = await readyMedia(page, longhand, jobId);
  assert.equal(kind, 'video');
  await waitFor('the announcement', () => heard.find((payload) => payload.includes(jobId)));
  await listening.unlisten();
  for (const key of [old?.a, old?.b]) await rm(pathOf(longhand, key ?? ''));
  await deleteJob();
  await filesToBe(0);
});

test('after kill -9 of the worker the rendition is made anew, and no half one stays', async () => {
  await forgetRendition(film);
  await mediaOf(page, longhand, jobId);
  await midway();
  process.kill(await longhand.pidOf(worker), 'SIGKILL');
  const stored = (await storedFiles(longhand)).length;
  assert.equal(stored, 3, 'nothing half in storage');
  const { url, kind } = await readyMedia(page, longhand, jobId);
  assert.equal(kind, 'video');
  assert.equal((await fetch(longhand.baseUrl + url)).status, 200);
  await waitFor('an empty scratch folder', async () => ((await scratch()).length === 0 ? true : undefined));
  // The two of before, which nothing names any more, are the sweep's.
  assert.equal((await storedFiles(longhand)).length, 5);
  await sweepOldFiles(3);
  await deleteJob();
  await filesToBe(0);
});

/** What no job names goes after a day, and what one names stays. */
async function sweepOldFiles(left: number): Promise<void> {
  const aDayAgo = new Date(Date.now() - 25 * 3600_000);

  for (const key of await storedFiles(longhand)) await utimes(pathOf(longhand, key), aDayAgo, aDayAgo);
  await longhand.sql`select graphile_worker.add_job('sweep', '{}'::json)`;
  await filesToBe(left);
}

test('a job deleted while its rendition is made leaves nothing behind', async () => {
  await forgetRendition(film);
  await mediaOf(page, longhand, jobId);
  await midway();
  await deleteJob();
  await waitFor('an empty scratch folder', async () => ((await scratch()).length === 0 ? true : undefined));
  await sweepOldFiles(0);
});

test('a recording that cannot be rendered is told in words, and its transcript stays', async () => {
  await forgetRendition(Buffer.from('no sound at all'.repeat(100)));
  const told = await waitFor('the end of the tries', async () => {
    const { body } = await mediaOf(page, longhand, jobId);
    return body.state === 'missing' ? body : undefined;
  });
  assert.equal(told.cause, 'unplayable');
  assert.match(told.reason ?? '', /could not be made playable/);
  assert.match(await client.text(jobId), /young man/);
  assert.deepEqual(await scratch(), []);
});
