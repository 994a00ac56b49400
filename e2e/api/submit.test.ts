import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { clientOf, type Client } from '../client';
import { readClips } from '../speech';
import { startLonghand, worksOnNothing, type Longhand } from '../start-longhand';

let longhand: Longhand;
let client: Client;
let clip: Blob;

before(async () => {
  longhand = await startLonghand({
    LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8',
    LONGHAND_ALLOW_PORTS: '1024-65535',
  });
  client = clientOf(longhand, (await longhand.createAccount()).apiKey);
  clip = new Blob([await readFile((await readClips())[1]?.file ?? '')], { type: 'audio/wav' });
});
after(() => longhand.stop());

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

async function storedFiles(): Promise<string[]> {
  const entries = await readdir(path.join(longhand.dataDir, 'media'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('a request without a valid key is denied in the words of the specification', async () => {
  const denied = { message: 'Authorization has been denied for this request.' };
  for (const authorization of ['', 'Bearer', 'Bearer lh_live_nonsense', 'Basic abc', 'lh_live_x']) {
    for (const where of ['/account', '/jobs', '/jobs/x', '/jobs/x/transcript']) {
      const response = await client.request(where, { headers: { authorization } });
      assert.equal(response.status, 401);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
      assert.deepEqual(await response.json(), denied);
    }
  }
});

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

test('a refused upload leaves no file behind', async () => {
  await worksOnNothing(longhand);
  const before = await storedFiles().catch(() => []);
  await refused(
    400,
    'unsupported-media-content-type',
    multipart(new Blob(['x'], { type: 'text/html' }), 'x.html'),
  );
  await refused(400, 'media-missing-filename', {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="media"\r\nContent-Type: audio/wav\r\n\r\nx\r\n--b--\r\n',
  });
  await refused(400, 'invalid-parameters', multipart(clip, 'a.wav', '{"metadata": 5}'));
  await refused(400, 'invalid-parameters', {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="media"; filename="a.wav"\r\nContent-Type: audio/wav\r\n\r\nRIFF',
  });
  const poor = clientOf(longhand, (await longhand.createAccount(24)).apiKey);
  const response = await poor.request('/jobs', { method: 'POST', ...multipart(clip, 'a.wav') });
  assert.equal(response.status, 403);
  const problem = (await response.json()) as Record<string, unknown>;
  assert.equal(problem['detail'], 'You have only $0.24 remaining');
  assert.equal(problem['current_balance'], 0.24);
  assert.deepEqual(await storedFiles(), before);
});

test('metadata and name come back as they were given', async () => {
  const metadata = '  Ω ✓ “x” \\n 🎤';
  const body = JSON.stringify({ metadata, callback_url: 'http://127.0.0.1:2000/done' });
  const response = await client.request('/jobs', {
    method: 'POST',
    ...multipart(clip, '../Größe.wav', body),
  });
  const job = (await response.json()) as Record<string, unknown>;
  assert.equal(job['name'], 'Größe.wav');
  assert.equal(job['metadata'], metadata);
  assert.equal(job['callback_url'], 'http://127.0.0.1:2000/done');
  assert.match(String(job['created_on']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('jobs are listed newest first, page by page, and only to their owner', async () => {
  const account = await longhand.createAccount();
  const owner = clientOf(longhand, account.apiKey);
  const made: string[] = [];
  for (let i = 0; i < 5; i++) {
    const response = await owner.request('/jobs', { method: 'POST', ...multipart(clip, `${i}.wav`) });
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
  const owner = clientOf(longhand, account.apiKey);
  const response = await owner.request('/jobs', { method: 'POST', ...multipart(clip, 'a.wav') });
  const { id } = (await response.json()) as { id: string };
  const early = await owner.request(`/jobs/${id}`, { method: 'DELETE' });
  assert.equal(early.status, 409);
  const problem = (await early.json()) as Record<string, unknown>;
  assert.equal(problem['detail'], 'Job is in invalid state to be deleted');
  assert.deepEqual(problem['allowed_values'], ['failed', 'transcribed']);
  assert.equal(problem['current_value'], 'in_progress');
  assert.equal((await owner.request(`/jobs/${id}/transcript`)).status, 409);

  await owner.ended(id);
  const [row] = await longhand.sql<Array<{ media_key: string }>>`select media_key from jobs where id = ${id}`;
  assert.ok((await storedFiles()).includes(row?.media_key ?? ''));
  const gone = await owner.request(`/jobs/${id}`, { method: 'DELETE' });
  assert.equal(gone.status, 204);
  assert.equal(await gone.text(), '');
  assert.equal((await owner.request(`/jobs/${id}`)).status, 404);
  assert.equal(await owner.balance(), 99.75, 'what it cost stays charged');
  const deadline = Date.now() + 10_000;
  while ((await storedFiles()).includes(row?.media_key ?? '')) {
    assert.ok(Date.now() < deadline, 'the media is still there');
  }
});

test('of a hundred submissions at once exactly those that the balance pays are accepted', async () => {
  const account = await longhand.createAccount(37 * 25);
  const owner = clientOf(longhand, account.apiKey);
  // Silent, so that no job ends and gives its cents back meanwhile.
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const body = JSON.stringify({ media_url: `http://127.0.0.1:${port}/x.wav` });
  const submissions = Array.from({ length: 100 }, () =>
    owner.request('/jobs', { method: 'POST', headers: json, body }),
  );
  const statuses = (await Promise.all(submissions)).map((response) => response.status);
  silent.closeAllConnections();
  silent.close();
  assert.equal(statuses.filter((status) => status === 200).length, 37);
  assert.equal(statuses.filter((status) => status === 403).length, 63);
});

test('a balance always equals the sum of its ledger', async () => {
  const wrong = await longhand.sql`
    select email from accounts
    where balance_cents <> (select coalesce(sum(amount_cents), 0) from ledger_entries where account_id = accounts.id)`;
  assert.deepEqual([...wrong], []);
});
