import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import { after, before, test } from 'node:test';
import { connect, type Connection } from '#lib/db/connect';
import { makeClient, type Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeJob } from '#e2e/support/make-job';
import { waitFor } from '#e2e/support/wait';

/* The earlier revision, row by row of the specification's table "Earlier revision (differences)". */

let longhand: SharedLonghand;
let connection: Connection;
let current: Client;
let accountId: string;
let key: string;
let transcribed: string;

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  ({ id: accountId, apiKey: key } = await longhand.createAccount());
  current = makeClient(longhand, key);
  transcribed = (await makeJob(connection.db, accountId, { words: 'there was a young man' })).id;
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

/** Nobody can read it: its job ends soon. */
const noise = new Blob(['no sound'], { type: 'audio/wav' });

function upload(options?: unknown, media: Blob = noise): RequestInit {
  const body = new FormData();
  body.set('media', media, 'a.wav');
  if (options !== undefined) body.set('options', JSON.stringify(options));
  return { method: 'POST', body };
}

function byUrl(options: unknown): RequestInit {
  const headers = { 'content-type': 'application/json' };
  return { method: 'POST', headers, body: JSON.stringify(options) };
}

async function ask(
  path: string,
  init: RequestInit = {},
  token = key,
): Promise<{ status: number; body: unknown; response: Response }> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${token}`);
  const response = await fetch(`${longhand.baseUrl}/api/v1${path}`, { ...init, headers });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, response };
}

function ended(id: string): Promise<Record<string, unknown>> {
  return waitFor(`job ${id} to end`, async () => {
    const job = (await ask(`/jobs/${id}`)).body as Record<string, unknown>;
    return job['status'] === 'inprogress' ? undefined : job;
  });
}

async function checkMessage(path: string, init: RequestInit, status: number): Promise<void> {
  const answer = await ask(path, init);
  assert.equal(answer.status, status, `${path}: ${JSON.stringify(answer.body)}`);
  assert.deepEqual(Object.keys(answer.body as object), ['message']);
  assert.match(answer.response.headers.get('x-request-id') ?? '', /^\w{22}$/);
}

test('a job is shown in the older words, without callback_url and without anything null', async () => {
  const clip = await openAsBlob((await readClips())[1]?.file ?? '', { type: 'audio/wav' });
  const { body, status } = await ask('/jobs', upload({ metadata: 'x', callback_url: 'nonsense' }, clip));
  assert.equal(status, 200);
  const job = body as Record<string, unknown>;
  assert.equal(job['status'], 'inprogress');
  assert.deepEqual(Object.keys(job).toSorted(), [
    'created_on',
    'duration_seconds',
    'id',
    'metadata',
    'name',
    'status',
  ]);
  const end = await ended(String(job['id']));
  assert.equal(end['status'], 'transcribed');
  assert.equal(end['web_url'], `${longhand.baseUrl}/editor/${String(job['id'])}`);
});

test('jobs are the same as in the current revision, seen through older shapes', async () => {
  const older = (await ask('/jobs')).body as Array<{ id: string }>;
  const newer = (await (await current.request('/jobs')).json()) as Array<{ id: string }>;
  assert.deepEqual(
    older.map((job) => job.id),
    newer.map((job) => job.id),
  );
  await current.request(
    '/jobs',
    byUrl({ media_url: 'http://127.0.0.1:9/a.wav', callback_url: 'http://127.0.0.1/' }),
  );
  const [latest] = (await ask('/jobs?limit=1')).body as Array<Record<string, unknown>>;
  assert.equal(latest?.['callback_url'], undefined);
});

test('failures have the older names', async () => {
  const bad = (await ask('/jobs', upload({}, new Blob(['x'], { type: 'audio/wav' })))).body as { id: string };
  assert.equal((await ended(bad.id))['failure'], 'transcription');
  const gone = (await ask('/jobs', byUrl({ media_url: 'http://127.0.0.1:9/a.wav' }))).body as { id: string };
  assert.equal((await ended(gone.id))['failure'], 'sourceDownload');
  for (const failure of ['insufficient_balance', 'unspecified']) {
    await longhand.sql`update jobs set failure = ${failure} where id = ${gone.id}`;
    assert.equal((await ended(gone.id))['failure'], 'unspecified');
  }
});

test('a submission that is invalid is refused with 400 and a message', async () => {
  const faulty: RequestInit[] = [
    byUrl({}),
    byUrl({ media_url: 'ftp://x' }),
    byUrl({ media_url: 'http://127.0.0.1:9/a.wav', metadata: 'x'.repeat(257) }),
    upload(),
    upload({ media_url: 'http://127.0.0.1:9/a.wav' }),
    upload({}, new Blob(['x'], { type: 'text/html' })),
    { method: 'POST', body: 'x' },
  ];
  for (const init of faulty) await checkMessage('/jobs', init, 400);
  const poor = await longhand.createAccount(1);
  const refused = await ask('/jobs', upload({}), poor.apiKey);
  assert.equal(refused.status, 400);
  assert.match((refused.body as { message: string }).message, /\$0\.01/);
});

test('reading an unknown, malformed or foreign job is 404', async () => {
  const otherAccount = await longhand.createAccount();
  assert.equal((await ask(`/jobs/${transcribed}`, {}, otherAccount.apiKey)).status, 404);
  for (const id of ['unknown', 'a%20b', '%00', 'x'.repeat(100)]) {
    await checkMessage(`/jobs/${id}`, {}, 404);
    await checkMessage(`/jobs/${id}/transcript`, {}, 404);
    await checkMessage(`/jobs/${id}`, { method: 'DELETE' }, 404);
  }
});

test('a transcript is text or JSON, the latter without times; other formats and versions are 400', async () => {
  const { body } = await ask(`/jobs/${transcribed}/transcript`);
  const { monologues, speakers } = body as {
    speakers: unknown[];
    monologues: Array<{ elements: object[]; speaker_name: string }>;
  };
  assert.equal(speakers.length, 1);
  for (const { elements } of monologues) {
    for (const element of elements) assert.deepEqual(Object.keys(element), ['type', 'value']);
  }
  const text = await ask(`/jobs/${transcribed}/transcript`, { headers: { accept: 'text/plain' } });
  assert.match(String(text.body), /^Speaker 1: {4}00:00 {4}/);
  for (const accept of ['application/pdf', 'application/vnd.longhand.transcript+json']) {
    await checkMessage(`/jobs/${transcribed}/transcript`, { headers: { accept } }, 400);
  }
  await checkMessage(`/jobs/${transcribed}/transcript?version=first`, {}, 400);
});

test('a job in progress cannot be deleted or read, 409; an ended one is deleted, 204', async () => {
  const { id: running } = await makeJob(connection.db, accountId);
  await checkMessage(`/jobs/${running}`, { method: 'DELETE' }, 409);
  await checkMessage(`/jobs/${running}/transcript`, {}, 409);
  const { id } = await makeJob(connection.db, accountId, { status: 'failed' });
  const deleted = await ask(`/jobs/${id}`, { method: 'DELETE' });
  assert.deepEqual([deleted.status, deleted.body], [204, '']);
  await checkMessage(`/jobs/${id}`, {}, 404);
});

test('the account is its balance alone, and lists are paged as in the current revision', async () => {
  assert.deepEqual((await ask('/account')).body, { balance: await current.balance() });
  await checkMessage('/jobs?limit=0', {}, 400);
  await checkMessage('/jobs?starting_after=unknown', {}, 400);
  assert.equal(((await ask('/jobs?limit=2')).body as unknown[]).length, 2);
});

test('there is no share, no captions and no problem body; 404 and 405 are messages too', async () => {
  for (const path of ['/nothing', `/jobs/${transcribed}/share`, `/jobs/${transcribed}/captions`]) {
    await checkMessage(path, { method: 'POST' }, 404);
  }
  await checkMessage('/account', { method: 'DELETE' }, 405);
  assert.equal(
    (await ask('/account', { method: 'DELETE' })).response.headers.get('allow'),
    'GET, HEAD, OPTIONS',
  );
  const denied = await ask('/account', {}, 'nonsense');
  assert.equal(denied.status, 401);
  assert.deepEqual(denied.body, { message: 'Authorization has been denied for this request.' });
});
