import assert from 'node:assert/strict';
import { readdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { residentMb } from '#e2e/bench/watch-memory';
import { listFiles } from '#e2e/support/list-files';
import type { EditChange } from '#lib/transcript/edit';
import { ffmpeg } from '#e2e/support/speech';
import { useHarmedService } from '#e2e/support/services/use-harmed-service';
import { worksOnNothing, type Longhand, type TestAccount } from '#e2e/support/start-longhand';
import { signInForCookies } from '#e2e/support/sign-in';
import { saying } from '#e2e/support/transcribed-job';
import { waitFor } from '#e2e/support/wait';
import { createEditorClient } from '#e2e/support/editor/editor-client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import {
  getKeys,
  getPath,
  makeRecorded,
  makeStoredMedia,
  mediaAt,
  playableAt,
  ticketUrl,
  timesOpen,
  untilOpen,
} from '#e2e/support/editor/media';

// Only with --all: kills the worker, and measures a server that does nothing else.

/* Failures that an open editor and an unfinished rendition survive. Serving a recording's bytes costs no memory. */

let longhand: Longhand;
let account: TestAccount;
let cookie: string;

before(async () => {
  ({ longhand } = await useHarmedService());
  await worksOnNothing(longhand);
  account = await longhand.createAccount();
  cookie = await signInForCookies(longhand, account);
});

test('a big file passes through without staying in memory', async () => {
  const bytes = 400_000_000;
  const { jobId, key } = await makeStoredMedia(longhand, account, bytes);
  const address = await ticketUrl(longhand, { jobId });
  const pid = await longhand.findPid('app/server.js');
  // A client that doesn't read must not make the server buffer.
  const leaving = new AbortController();
  const stalled = await fetch(address, { headers: { range: 'bytes=0-' }, signal: leaving.signal });
  assert.equal(stalled.status, 206);
  assert.equal(await timesOpen(longhand, key), 1);
  const before = await residentMb(pid);
  let received = 0;
  let peakMb = 0;
  let chunks = 0;
  const response = await fetch(address);
  for await (const chunk of response.body ?? []) {
    received += chunk.length;
    if (++chunks % 100 === 0) peakMb = Math.max(peakMb, await residentMb(pid));
  }
  assert.equal(received, bytes);
  assert.ok(peakMb > 0 && peakMb - before < 150, `${(peakMb - before).toFixed(0)} MB more`);
  leaving.abort();
  await untilOpen(longhand, key, 0);
});

test('a stream continues when the connection to the database was away', async (t) => {
  const jobId = await makeTranscript(longhand, account, { words: 20, monologues: 2 });
  const owner = createEditorClient(longhand, jobId, { cookie });
  const stream = await owner.listen(0);
  t.after(() => stream.close());
  await stream.event('people');
  const cut = await longhand.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%' and pid <> pg_backend_pid()`;
  assert.ok(cut.length > 0);
  const change = { put: [saying((await owner.read()).monologues[1], 'while you were away')] };
  assert.equal((await owner.save(0, change)).status, 200);
  const event = await stream.event<{ revision: number; change: EditChange }>('revision');
  assert.equal(event.revision, 1);
  assert.deepEqual(event.change.put[0]?.content, [{ text: 'while you were away' }]);
});

const getScratch = (jobId: string) => path.join(longhand.dataDir, 'scratch', jobId);

/** Waits until the rendition's file exists, so that its encoding has begun. */
const midway = (jobId: string) =>
  waitFor('a half rendition', async () => {
    for (const entry of await readdir(getScratch(jobId)).catch(() => [])) {
      const half = path.join(getScratch(jobId), entry, 'rendition.mp4');
      if ((await stat(half).catch(() => undefined)) !== undefined) return true;
    }
    return undefined;
  });

test('after kill -9 of the worker the rendition is made anew, and no half one stays', async () => {
  const storedBefore = await listFiles(path.join(longhand.dataDir, 'media'));
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=25:duration=20'];
  const jobId = await makeRecorded(longhand, account, (file) =>
    ffmpeg('-f', 'lavfi', '-i', 'sine=duration=300', ...picture, '-q:v', '20', '-f', 'avi', file),
  );
  const owner = createEditorClient(longhand, jobId, { cookie });
  const worker = await longhand.findPid('lib/worker/main.js');
  await mediaAt(owner);
  await midway(jobId);
  process.kill(worker, 'SIGKILL');
  assert.equal(
    (await listFiles(path.join(longhand.dataDir, 'media'))).length,
    storedBefore.length + 1,
    'nothing half in storage',
  );
  const { url, kind } = await playableAt(owner);
  assert.equal(kind, 'video');
  assert.equal((await fetch(longhand.baseUrl + url)).status, 200);
  const keys = new Set([...storedBefore, ...(await getKeys(longhand, jobId))]);
  // A task removes the parts of the picture after joining them.
  await waitFor('storage to hold what the job names, and nothing else', async () => {
    const files = await listFiles(path.join(longhand.dataDir, 'media'));
    return files.length === keys.size && files.every((file) => keys.has(file)) ? true : undefined;
  });
  await waitFor('the end of the scratch folder', () =>
    readdir(getScratch(jobId)).then(
      () => undefined,
      () => true,
    ),
  );
});

test('files that no job names go after a day, and what a job names stays', async () => {
  const aDayAgo = new Date(Date.now() - 25 * 3600_000);
  const [named, nameless, young] = await Promise.all(
    Array.from({ length: 3 }, () => makeRecorded(longhand, account, () => Promise.resolve())),
  );
  const [referenced, swept, recent] = await Promise.all(
    [named, nameless, young].map(async (jobId) => (await getKeys(longhand, jobId ?? ''))[0] ?? ''),
  );
  for (const jobId of [nameless, young]) {
    await longhand.sql`update jobs set media_key = 'none' where id = ${jobId ?? ''}`;
  }
  for (const key of [referenced, swept]) await utimes(getPath(longhand, key ?? ''), aDayAgo, aDayAgo);
  await longhand.sql`select graphile_worker.add_job('sweep', '{}'::json)`;
  await waitFor('the sweep', async () =>
    (await listFiles(path.join(longhand.dataDir, 'media'))).includes(swept ?? '') ? undefined : true,
  );
  const files = await listFiles(path.join(longhand.dataDir, 'media'));
  assert.ok(files.includes(referenced ?? '') && files.includes(recent ?? ''));
});
