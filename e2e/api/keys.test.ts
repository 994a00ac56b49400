import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { apiKeyScopes, type ApiKeyScope, type ApiMode } from '#lib/accounts/api-keys/api-key';
import { createApiKey, revokeApiKey } from '#lib/accounts/api-keys/api-keys';
import { operations } from '#lib/api/earlier/serve';
import { contract } from '#lib/api/v1/contract';
import { connect, type Connection } from '#lib/db/connect';
import { makeClient, type Client } from '#e2e/support/client';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* Permissions of keys: scopes, expiry and the sandbox, in both revisions of the API. */

let longhand: SharedLonghand;
let connection: Connection;
let receiver: Receiver;
let account: { id: string; apiKey: string };
let live: Client;
let sandbox: Client;

before(async () => {
  receiver = await startReceiver();
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  account = await longhand.createAccount();
  live = makeClient(longhand, account.apiKey);
  sandbox = makeClient(longhand, await makeKey('everything', 'test'));
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
  await receiver?.close();
});

async function makeKey(scope: ApiKeyScope, mode: ApiMode, expiresAt: Date | null = null): Promise<string> {
  const request = { accountId: account.id, name: 'a key', mode, scope, expiresAt };
  return (await createApiKey(connection.db, request)).apiKey;
}

function earlier(apiKey: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${apiKey}`);
  return fetch(`${longhand.baseUrl}/api/v1${path}`, { ...init, headers });
}

/** Builds the submission of a file with this name. */
function upload(name: string, options: Record<string, unknown> = {}): RequestInit {
  const body = new FormData();
  body.set('media', new Blob(['no sound'], { type: 'audio/wav' }), name);
  body.set('options', JSON.stringify(options));
  return { method: 'POST', body };
}

async function submit(by: Client, name: string, options?: Record<string, unknown>) {
  const response = await by.request('/jobs', upload(name, options));
  const body = (await response.json()) as Record<string, unknown>;
  return { response, body, id: String(body['id']) };
}

async function ledger(): Promise<unknown[]> {
  return [
    ...(await longhand.sql`
      select kind, amount_cents, job_id from ledger_entries where account_id = ${account.id} order by id`),
  ];
}

test('each operation of both revisions lets in the scopes that include it, and no other', async () => {
  const paths = { submitJob: '/jobs', listJobs: '/jobs', getAccount: '/account' } as Record<string, string>;
  for (const held of apiKeyScopes) {
    const key = await makeKey(held, 'test');
    const reader = makeClient(longhand, key);
    for (const { id, method, path, scope } of Object.values(contract)) {
      const mayBe = apiKeyScopes.indexOf(held) >= apiKeyScopes.indexOf(scope);
      const response = await reader.request(path.replace('{id}', 'none'), { method });
      assert.equal(response.status !== 403, mayBe, `${id} with ${held}: ${response.status}`);
      if (mayBe) continue;
      const problem = (await response.json()) as Record<string, unknown>;
      assert.equal(problem['type'], `${longhand.baseUrl}/api/v1/errors/insufficient-scope`);
      assert.equal(problem['current_value'], held);
      assert.ok((problem['allowed_values'] as string[]).includes(scope));
    }
    for (const [name, { scope }] of Object.entries(operations)) {
      const mayBe = apiKeyScopes.indexOf(held) >= apiKeyScopes.indexOf(scope);
      const { method } = contract[name as keyof typeof operations];
      const path = paths[name] ?? (name === 'getTranscript' ? '/jobs/none/transcript' : '/jobs/none');
      const response = await earlier(key, path, { method });
      assert.equal(response.status !== 403, mayBe, `earlier ${name} with ${held}: ${response.status}`);
      if (!mayBe) assert.deepEqual(Object.keys((await response.json()) as object), ['message']);
    }
  }
});

test('a key stops to work when it expires', async () => {
  const key = await makeKey('read', 'live', new Date(Date.now() + 3600_000));
  const client = makeClient(longhand, key);
  assert.equal((await client.request('/account')).status, 200);
  await longhand.sql`update api_keys set expires_at = now() where last_four = ${key.slice(-4)} and expires_at is not null`;
  assert.equal((await client.request('/account')).status, 401);
  assert.equal((await earlier(key, '/account')).status, 401);
});

test('nobody revokes another account’s key', async () => {
  const [row] = await longhand.sql<Array<{ id: string }>>`
    select id from api_keys where account_id = ${account.id} order by created_at limit 1`;
  const keyId = row?.id ?? '';
  const { id: accountId } = await longhand.createAccount();
  await revokeApiKey(connection.db, { accountId, keyId });
  assert.equal((await live.request('/account')).status, 200);
});

test('a key’s use is noted once a minute', async () => {
  const key = await makeKey('read', 'live');
  const used = async () => {
    const [row] = await longhand.sql<Array<{ at: Date | null }>>`
      select last_used_at as at from api_keys where last_four = ${key.slice(-4)} order by created_at desc limit 1`;
    return row?.at ?? undefined;
  };
  assert.equal(await used(), undefined);
  const client = makeClient(longhand, key);
  await client.request('/account');
  const first = await waitFor('the use to be noted', used);
  await client.request('/account');
  await client.request('/account');
  assert.deepEqual(await used(), first);
});

test('a job of the sandbox is transcribed automatically, free of charge, and its callback comes', async () => {
  const before = await ledger();
  const { body, id } = await submit(sandbox, 'a.wav', { callback_url: receiver.url, metadata: 'order 1' });
  assert.equal(body['status'], 'in_progress');
  const job = await sandbox.ended(id);
  assert.equal(job.status, 'transcribed');
  assert.equal(job.duration_seconds, 10);
  assert.match(await sandbox.text(id), /transcript of a job in the sandbox/);
  const { headers, body: sent } = await waitFor('the callback', () => receiver.of(id)[0]);
  assert.deepEqual(JSON.parse(sent), { job });
  assert.match(String(headers['webhook-signature']), /^v1,/);
  assert.equal(await sandbox.balance(), 100);
  assert.deepEqual(await ledger(), before);
  const [stored] = await longhand.sql`select media_key from jobs where id = ${id}`;
  assert.deepEqual(stored, { media_key: null });
});

test('a script makes a job fail, by the name or the metadata', async () => {
  const before = await ledger();
  const asked = await Promise.all([
    submit(sandbox, 'fail:invalid_media delay:0s.wav'),
    submit(sandbox, 'b.wav', { metadata: 'delay:0s, fail:invalid_media' }),
  ]);
  for (const { id } of asked) {
    const job = await sandbox.ended(id);
    assert.deepEqual([job.status, job.failure], ['failed', 'invalid_media']);
    assert.ok(job.failure_detail);
  }
  assert.deepEqual(await ledger(), before);
});

test('a script refuses a submission', async () => {
  for (const [word, status] of [
    ['out-of-credit', 403],
    ['too-many-requests', 429],
    ['payload-too-large', 413],
  ] as const) {
    const { response, body } = await submit(sandbox, `${word}.wav`);
    assert.equal(response.status, status);
    assert.equal(body['type'], `${longhand.baseUrl}/api/v1/errors/${word}`);
    const old = await earlier(sandbox.apiKey, '/jobs', upload('c.wav', { metadata: word }));
    assert.equal(old.status, word === 'out-of-credit' ? 400 : status);
  }
  const { response, body } = await submit(sandbox, 'd.wav', { metadata: 'fail:nonsense delay:601s' });
  assert.equal(response.status, 400);
  assert.equal((body['parameters'] as Record<string, string[]>)['options.metadata']?.length, 2);
});

test('an address is checked but not fetched, and media as always', async () => {
  const { id } = await sandbox.submitUrl(receiver.missing, { metadata: 'delay:0s' });
  assert.equal((await sandbox.ended(id)).status, 'transcribed');
  await assert.rejects(sandbox.submitUrl('http://10.1.2.3/a.wav'), /not public/);
  const body = new FormData();
  body.set('media', new Blob(['x'], { type: 'image/png' }), 'a.png');
  assert.equal((await sandbox.request('/jobs', { method: 'POST', body })).status, 400);
});

test('live and test keys don’t see each other’s jobs, in any operation', async () => {
  const played = await submit(sandbox, 'delay:0s.wav', { callback_url: receiver.url });
  await sandbox.ended(played.id);
  const real = await submit(live, 'e.wav', { callback_url: receiver.url });
  await live.ended(real.id);
  for (const [by, hidden] of [
    [live, played.id],
    [sandbox, real.id],
  ] as const) {
    for (const { id: operation, method, path } of Object.values(contract)) {
      if (!path.includes('{id}')) continue;
      const response = await by.request(path.replace('{id}', hidden), { method });
      assert.equal(response.status, 404, operation);
    }
    for (const [path, method] of [
      [`/jobs/${hidden}`, 'GET'],
      [`/jobs/${hidden}`, 'DELETE'],
      [`/jobs/${hidden}/transcript`, 'GET'],
    ] as const) {
      assert.equal((await earlier(by.apiKey, path, { method })).status, 404, path);
    }
    for (const list of [await by.request('/jobs'), await earlier(by.apiKey, '/jobs')]) {
      assert.ok(!(await list.text()).includes(hidden));
    }
    assert.equal((await by.request(`/jobs?starting_after=${hidden}`)).status, 400);
  }
  assert.equal((await sandbox.request(`/jobs/${played.id}`, { method: 'DELETE' })).status, 204);
  assert.equal((await live.request(`/jobs?starting_after=${played.id}`)).status, 400);
  assert.equal((await sandbox.request(`/jobs?starting_after=${played.id}`)).status, 200);
});
