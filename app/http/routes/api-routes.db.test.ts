import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { after, test } from 'node:test';
import { anyEmail } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { findRoute } from '#app/http/routes/find-route';
import { serveRoute } from '#app/http/routes/serve-route';
import { createAccount } from '#lib/accounts/create-account';
import { createApiKey, revokeApiKey } from '#lib/accounts/api-keys/api-keys';
import { database } from '#lib/db/database';

/* The real routes and a real database, without Next. */

const server = http.createServer((request, response) => {
  const route = findRoute(request);
  if (route === undefined) response.writeHead(421).end();
  else void serveRoute(route, { request, response });
});

await useOwnDatabase();
const account = await createAccount(database().db, { email: anyEmail(), balanceCents: 100_00 });
await new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready()));
after(() => {
  server.closeAllConnections();
  server.close();
});

const ask = (path: string, init: RequestInit = {}, apiKey = account.apiKey): Promise<Response> => {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${apiKey}`);
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { ...init, headers });
};

test('a job is submitted, read, listed, and deleted by who may', async () => {
  const submitted = await ask('/v1/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ media_url: 'http://media.example/a.wav', metadata: 'm' }),
  });
  const job = (await submitted.json()) as { id: string };
  assert.equal(submitted.status, 200);
  const { id } = await makeJob(database().db, account.id, { words: 'one two' });
  for (const revision of ['/v1', '/api/v1']) {
    const read = await ask(`${revision}/jobs/${job.id}`);
    assert.deepEqual([read.status, ((await read.json()) as { metadata: string }).metadata], [200, 'm']);
    const listed = (await (await ask(`${revision}/jobs?limit=2`)).json()) as Array<{ id: string }>;
    assert.deepEqual(
      listed.map((one) => one.id),
      [id, job.id],
    );
    const rest = (await (await ask(`${revision}/jobs?starting_after=${id}`)).json()) as Array<{ id: string }>;
    assert.deepEqual(
      rest.map((one) => one.id),
      [job.id],
    );
  }
  const other = await createAccount(database().db, { email: anyEmail(), balanceCents: 0 });
  assert.equal((await ask(`/v1/jobs/${id}`, {}, other.apiKey)).status, 404);
  const sandbox = await createApiKey(database().db, {
    ...{ accountId: account.id, name: 'sandbox', mode: 'test', scope: 'everything', expiresAt: null },
  });
  assert.equal((await ask(`/v1/jobs/${id}`, {}, sandbox.apiKey)).status, 404);
  assert.equal((await ask(`/v1/jobs/${id}/transcript`, { headers: { accept: 'text/plain' } })).status, 200);
  assert.equal((await ask(`/v1/jobs/${id}`, { method: 'DELETE' })).status, 204);
  assert.equal((await ask(`/v1/jobs/${id}`)).status, 404);
});

test('a key is refused from the moment that it is revoked', async () => {
  const { db } = database();
  const { id, apiKey } = await createApiKey(db, {
    ...{ accountId: account.id, name: 'short', mode: 'live', scope: 'read', expiresAt: null },
  });
  for (let n = 0; n < 8; n += 1) assert.equal((await ask('/v1/jobs', {}, apiKey)).status, 200);
  await revokeApiKey(db, { accountId: account.id, keyId: id });
  assert.equal((await ask('/v1/jobs', {}, apiKey)).status, 401);
});

test('a compressed body is refused with what is taken instead, in the words of each dialect', async () => {
  const body = gzipSync(JSON.stringify({ media_url: 'http://media.example/a.wav' }));
  const submit = (path: string, coding: string, content: string | Buffer<ArrayBuffer> = body) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': coding },
      body: content,
    });
  const paths = [
    '/v1/jobs',
    '/api/v1/jobs',
    '/speechtotext/v1/jobs',
    '/v1/audio/transcriptions',
    '/mcp',
    '/asr',
  ];
  for (const path of paths) {
    for (const coding of ['gzip', 'X-GZip', 'deflate', 'br', 'zstd', 'identity, gzip']) {
      const refused = await submit(path, coding);
      assert.deepEqual([refused.status, refused.headers.get('accept-encoding')], [415, 'identity'], path);
      await refused.body?.cancel();
    }
  }
  const { type, detail } = (await (await submit('/v1/jobs', 'gzip')).json()) as Record<string, string>;
  assert.match(type ?? '', /\/errors\/unsupported-content-encoding$/);
  assert.equal(detail, 'The body is compressed (gzip). Send it uncompressed.');
  const plain = JSON.stringify({ media_url: 'http://media.example/a.wav' });
  for (const coding of ['identity', '', 'UTF-8']) {
    assert.equal((await submit('/v1/jobs', coding, plain)).status, 200, coding);
  }
});

test('a JSON body with a byte order mark is read', async () => {
  const json = JSON.stringify({ media_url: 'http://media.example/a.wav', metadata: 'Ω' });
  const utf16 = Buffer.from(`\uFEFF${json}`, 'utf16le');
  for (const body of [Buffer.from(`\uFEFF${json}`), utf16]) {
    for (const path of ['/v1/jobs', '/api/v1/jobs', '/speechtotext/v1/jobs']) {
      const headers = { 'content-type': 'application/json' };
      assert.equal((await ask(path, { method: 'POST', headers, body })).status, 200, path);
    }
  }
});

test('what is not there is said in the words of the revision', async () => {
  const notAllowed = await ask('/v1/account', { method: 'POST' });
  assert.deepEqual([notAllowed.status, notAllowed.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  assert.equal(notAllowed.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const unknown = await ask('/api/v1/nothing');
  assert.deepEqual([unknown.status, await unknown.json()], [404, { message: 'Path not found.' }]);
  assert.equal((await ask('/v1/jobs/a b')).status, 421, 'left to Next');
});
