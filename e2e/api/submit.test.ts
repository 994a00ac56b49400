import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

let longhand: SharedLonghand;
let client: Client;

before(async () => {
  longhand = await useLonghand();
  client = makeClient(longhand, (await longhand.createAccount()).apiKey);
});
after(() => longhand?.stop());

const json = { 'content-type': 'application/json' };

async function refused(status: number, slug: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await client.request('/jobs', { method: 'POST', ...init });
  assert.equal(response.status, status);
  assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
  const problem = (await response.json()) as Record<string, unknown>;
  assert.equal(problem['type'], `${longhand.baseUrl}/api/v1/errors/${slug}`);
  return problem;
}

function multipart(media: Blob | undefined, name: string | undefined, options?: string): RequestInit {
  const body = new FormData();
  if (media !== undefined) body.set('media', media, name);
  if (options !== undefined) body.set('options', options);
  return { body };
}

/** Not readable as audio, so its job ends soon and costs nothing. */
const noise = new Blob(['no sound'], { type: 'audio/wav' });

test('every faulty option is named at once', async () => {
  const options = { media_url: 'http://10.0.0.1/x.wav', callback_url: 'ftp://x.example', metadata: 5 };
  for (const body of [options, { options }]) {
    const problem = await refused(400, 'invalid-parameters', { headers: json, body: JSON.stringify(body) });
    const faulty = Object.keys(problem['parameters'] as object);
    assert.deepEqual(faulty, ['options.media_url', 'options.callback_url', 'options.metadata']);
  }
});

test('broken JSON, a missing media_url and another content type are refused by name', async () => {
  const cases: Array<[RequestInit, string]> = [
    [{ headers: json, body: '{' }, 'options'],
    [{ headers: json, body: '{}' }, 'options.media_url'],
    [{ headers: { 'content-type': 'text/plain' }, body: 'x' }, 'Content-Type'],
    [{ headers: { 'content-type': 'multipart/form-data' }, body: 'x' }, 'Content-Type'],
    [multipart(undefined, undefined, '{}'), 'media'],
  ];
  for (const [init, parameter] of cases) {
    const problem = await refused(400, 'invalid-parameters', init);
    assert.deepEqual(Object.keys(problem['parameters'] as object), [parameter]);
  }
});

test('metadata and name come back as they were given', async () => {
  const metadata = '  Ω ✓ “x” \\n 🎤';
  const body = JSON.stringify({ metadata, callback_url: 'http://127.0.0.1:2000/done' });
  const response = await client.request('/jobs', {
    method: 'POST',
    ...multipart(noise, '../Größe.wav', body),
  });
  const job = (await response.json()) as Record<string, unknown>;
  assert.equal(job['name'], 'Größe.wav');
  assert.equal(job['metadata'], metadata);
  assert.equal(job['callback_url'], 'http://127.0.0.1:2000/done');
  assert.match(String(job['created_on']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('jobs are listed newest first, page by page, and only to their owner', async () => {
  const account = await longhand.createAccount();
  const owner = makeClient(longhand, account.apiKey);
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    const response = await owner.request('/jobs', { method: 'POST', ...multipart(noise, `${i}.wav`) });
    made.unshift(((await response.json()) as { id: string }).id);
  }
  const list = async (query: string) =>
    ((await (await owner.request(`/jobs?${query}`)).json()) as Array<{ id: string }>).map((job) => job.id);
  assert.deepEqual(await list(''), made);
  assert.deepEqual(await list('limit=2'), made.slice(0, 2));
  assert.deepEqual(await list(`limit=2&starting_after=${made[1]}`), made.slice(2, 4));
  assert.deepEqual(await list(`starting_after=${made[4]}`), []);
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'starting_after=unknown', `starting_after=@`]) {
    assert.equal((await owner.request(`/jobs?${query}`)).status, 400, query);
  }

  const id = made[0] ?? '';
  for (const where of [`/jobs/${id}`, `/jobs/${id}/transcript`]) {
    assert.equal((await client.request(where)).status, 404, 'another account does not see the job');
  }
  assert.equal((await client.request(`/jobs/${id}`, { method: 'DELETE' })).status, 404);
  assert.equal((await client.request(`/jobs?starting_after=${id}`)).status, 400);
});

test('a job can be deleted once it has ended, with its media, and not before', async () => {
  const account = await longhand.createAccount();
  const owner = makeClient(longhand, account.apiKey);
  const response = await owner.request('/jobs', { method: 'POST', ...multipart(noise, 'a.wav') });
  const { id } = (await response.json()) as { id: string };
  await owner.ended(id);
  const { sql } = longhand;
  await sql`update jobs set status = 'in_progress', failure = null where id = ${id}`;
  const early = await owner.request(`/jobs/${id}`, { method: 'DELETE' });
  assert.equal(early.status, 409);
  const problem = (await early.json()) as Record<string, unknown>;
  assert.equal(problem['detail'], 'Job is in invalid state to be deleted');
  assert.deepEqual(problem['allowed_values'], ['failed', 'transcribed']);
  assert.equal(problem['current_value'], 'in_progress');
  assert.equal((await owner.request(`/jobs/${id}/transcript`)).status, 409);

  await sql`update jobs set status = 'failed', failure = 'unspecified' where id = ${id}`;
  const [row] = await sql<Array<{ key: string }>>`select media_key as key from jobs where id = ${id}`;
  const key = row?.key ?? '';
  const media = path.join(longhand.dataDir, 'media', key.slice(0, 2), key);
  assert.equal((await stat(media)).size, noise.size);
  const gone = await owner.request(`/jobs/${id}`, { method: 'DELETE' });
  assert.equal(gone.status, 204);
  assert.equal(await gone.text(), '');
  assert.equal((await owner.request(`/jobs/${id}`)).status, 404);
  await waitFor('the media to be gone', () =>
    stat(media).then(
      () => undefined,
      () => true,
    ),
  );
});
