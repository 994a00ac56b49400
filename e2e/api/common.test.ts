import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { contract } from '#lib/api/v1/contract';
import { connect, type Connection } from '#lib/db/connect';
import { listShareLinks } from '#lib/share-links/list-share-links';
import { revokeShareLink } from '#lib/share-links/change-share-link';
import { makeClient, type Client } from '#e2e/support/client';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeJob } from '#e2e/support/make-job';

/* Behavior shared by all operations, and behavior that takes more than one request to observe. */

let longhand: SharedLonghand;
let connection: Connection;
let client: Client;
let account: { id: string; apiKey: string };
let transcribed: string;

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  transcribed = (await makeJob(connection.db, account.id, { words: 'there was a young man' })).id;
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

async function readSlug(response: Response): Promise<string> {
  const { type } = (await response.json()) as { type: string };
  return type.replace(`${longhand.baseUrl}/api/v1/errors/`, '');
}

function upload(metadata: string): FormData {
  const body = new FormData();
  body.set('options', JSON.stringify({ metadata }));
  body.set('media', new Blob(['no sound'], { type: 'audio/wav' }), 'x.wav');
  return body;
}

test('a repeated Idempotency-Key gives the first job, and another request with it 409', async () => {
  const keyed = (metadata: string) => ({
    method: 'POST',
    headers: { 'idempotency-key': 'once-only' },
    body: upload(metadata),
  });
  const answers = await Promise.all([1, 2, 3].map(() => client.request('/jobs', keyed('a'))));
  const jobs = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
  assert.equal(new Set(jobs).size, 1);
  const reused = await client.request('/jobs', keyed('b'));
  assert.equal(reused.status, 409);
  assert.equal(await readSlug(reused), 'idempotency-key-reuse');
  const other = makeClient(longhand, (await longhand.createAccount()).apiKey);
  assert.equal((await other.request('/jobs', keyed('c'))).status, 200, 'keys are each account’s own');
});

test('every operation denies a request without a valid key in the words of the specification', async () => {
  const denied = { message: 'Authorization has been denied for this request.' };
  const revoked = await longhand.createAccount();
  await longhand.sql`update api_keys set revoked_at = now() where account_id = ${revoked.id}`;
  const credentials = [
    '',
    'Bearer',
    'Basic abc',
    'Bearer nonsense',
    `Bearer ${revoked.apiKey}`,
    revoked.apiKey,
  ];
  for (const { method, path } of Object.values(contract)) {
    for (const authorization of credentials) {
      const response = await client.request(path.replace('{id}', transcribed), {
        method,
        headers: { authorization },
      });
      assert.equal(response.status, 401, `${method} ${path} with “${authorization}”`);
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
      assert.deepEqual(await response.json(), denied);
    }
  }
});

test('a verb that a path does not have is answered 405 with Allow, an unknown path 404, both as problems', async () => {
  const paths = new Map<string, string[]>();
  for (const { method, path } of Object.values(contract))
    paths.set(path, [...(paths.get(path) ?? []), method]);
  for (const [path, allowed] of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      if (allowed.includes(method)) continue;
      const response = await client.request(path.replace('{id}', 'x'), { method });
      assert.equal(response.status, 405, `${method} ${path}`);
      const expected = [...allowed, 'OPTIONS', ...(allowed.includes('GET') ? ['HEAD'] : [])];
      assert.deepEqual((response.headers.get('allow') ?? '').split(', ').toSorted(), expected.toSorted());
      assert.equal(await readSlug(response), 'about:blank');
    }
  }
  for (const path of ['', '/', '/nothing', '/jobs/x/y', '/jobs/x/transcript/z', '/account/x']) {
    const response = await client.request(path, { redirect: 'manual' });
    assert.equal(response.status, 404, path);
    assert.match(response.headers.get('content-type') ?? '', /^application\/problem\+json/);
  }
});

test('a share link opens the transcript without an account, and no longer once it is revoked', async () => {
  const share = async () => {
    const response = await client.request(`/jobs/${transcribed}/share`, { method: 'POST' });
    return ((await response.json()) as { editor_url: string }).editor_url;
  };
  const [first, second] = [await share(), await share()];
  assert.notEqual(first, second);
  for (const url of [first, second]) {
    const page = await fetch(url);
    assert.equal(page.status, 200);
    const edit = await fetch(`${url.replace('/editor/shared/', '/editor/data/')}/edit`);
    assert.match(await edit.text(), /young man/);
  }
  const stored = await longhand.sql<Array<{ sha256: string }>>`
    select sha256 from share_links where job_id = ${transcribed}`;
  assert.ok(stored.every(({ sha256 }) => !first.includes(sha256)));
  const { db } = connection;
  const job = { accountId: account.id, jobId: transcribed };
  const [newest, oldest] = await listShareLinks(db, job);
  const otherAccount = await longhand.createAccount();
  await revokeShareLink(db, { accountId: otherAccount.id, linkId: oldest?.id ?? '' });
  assert.equal((await fetch(first)).status, 200, 'nobody else can revoke it');
  await revokeShareLink(db, { accountId: account.id, linkId: oldest?.id ?? '' });
  assert.deepEqual(await listShareLinks(db, job), [newest]);
  assert.equal((await fetch(first)).status, 404);
  assert.equal((await fetch(second)).status, 200);
  assert.equal((await fetch(`${longhand.baseUrl}/editor/shared/nonsense`)).status, 404);
});

test('a request that offers another protocol is answered in HTTP/1.1, not only the first time', async () => {
  for (const upgrade of ['h2c', 'websocket', 'h2c']) {
    const request = httpRequest(`${longhand.baseUrl}/v1/account`, {
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        connection: 'Upgrade, HTTP2-Settings',
        upgrade,
        'http2-settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
      },
    }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 200, upgrade);
    response.resume();
  }
});
