import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeJob } from '#e2e/support/make-job';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { connect, type Connection } from '#lib/db/connect';

/*
 * The server calls the API's route files itself if a path is written plainly, and leaves other paths to Next, which
 * calls the same files. Clients must see no difference.
 */

let longhand: SharedLonghand;
let connection: Connection;
let apiKey: string;
let jobId: string;

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  const account = await longhand.createAccount();
  apiKey = account.apiKey;
  jobId = (await makeJob(connection.db, account.id, { words: 'there was a young man '.repeat(100).trim() }))
    .id;
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

/** Headers that differ between any two responses, and those that Next adds about sending and caching its pages. */
const ownOfEach = new Set([
  ...['connection', 'content-encoding', 'content-length', 'content-security-policy', 'date', 'keep-alive'],
  ...['ratelimit-remaining', 'ratelimit-reset', 'transfer-encoding', 'vary', 'x-request-id'],
]);

async function ask(
  path: string,
  init: RequestInit,
): Promise<{ headers: object; body: string; status: number }> {
  const answer = await fetch(`${longhand.baseUrl}${path}`, init);
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ownOfEach.has(name)));
  const body = Buffer.from(await answer.arrayBuffer());
  const isText = answer.headers.get('content-type')?.includes('word') !== true;
  // A document contains its creation time.
  return { status: answer.status, headers, body: isText ? body.toString() : 'a document' };
}

const escaped = (segment: string): string => `%${segment.charCodeAt(0).toString(16)}${segment.slice(1)}`;

test('a path with an escape is answered as the same path without, for each verb', async () => {
  const authorization = `Bearer ${apiKey}`;
  const paths: Array<(spell: (segment: string) => string) => string> = [
    (spell) => `/v1/jobs/${spell(jobId)}`,
    (spell) => `/v1/jobs/${spell(jobId)}?include=recognition`,
    (spell) => `/v1/jobs/${spell(jobId)}?include=nothing`,
    (spell) => `/v1/jobs/${spell('unknown')}`,
    (spell) => `/v1/jobs/${spell(jobId)}/transcript`,
    (spell) => `/v1/jobs/${spell(jobId)}/captions`,
    (spell) => `/v1/jobs/${spell(jobId)}/callback`,
    (spell) => `/v1/jobs/${spell(jobId)}/cancel`,
    (spell) => `/v1/jobs/${spell(jobId)}/nothing`,
    (spell) => `/v1/${spell('nothing')}`,
    (spell) => `/api/v1/jobs/${spell(jobId)}`,
    (spell) => `/api/v1/jobs/${spell(jobId)}/transcript`,
    (spell) => `/api/v1/${spell('nothing')}`,
    (spell) => `/api/v1/errors/${spell('job-not-found')}`,
  ];
  for (const path of paths) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH']) {
      for (const headers of [
        { authorization },
        { authorization: 'Bearer none' },
        ...(method === 'GET'
          ? [
              { authorization, accept: 'text/plain', 'accept-language': 'de' },
              { authorization, accept: 'application/msword' },
              { authorization, accept: 'text/vtt', 'accept-encoding': 'identity' },
            ]
          : []),
      ]) {
        const plain = path((segment) => segment);
        assert.deepEqual(
          await ask(plain, { method, headers }),
          await ask(path(escaped), { method, headers }),
          `${method} ${plain} ${JSON.stringify(headers)}`,
        );
      }
    }
  }
});

test('a path with doubled slashes, of a base address that ends with one, is answered as with single ones', async () => {
  const headers = { authorization: `Bearer ${apiKey}` };
  for (const [method, path] of [
    ['GET', `//jobs/${jobId}?include=recognition`],
    ['HEAD', '//jobs'],
    ['DELETE', '//nothing'],
    ['POST', '//audio/transcriptions'],
    ['OPTIONS', '//audio/transcriptions'],
    ['GET', '//models'],
  ] as const) {
    const init = { method, headers, redirect: 'manual' } as const;
    const doubled = await ask(`/v1${path}`, init);
    assert.deepEqual(doubled, await ask(`/v1${path.slice(1)}`, init), `${method} ${path}`);
    assert.ok(doubled.status < 300 || doubled.status >= 400, `${method} ${path} ${doubled.status}`);
  }
  for (const [path, status] of [
    ['/speechtotext/v1//jobs', 401],
    ['//asr', 403],
    ['//detect-language', 403],
    ['//mcp', 401],
  ] as const)
    assert.equal(
      (await fetch(`${longhand.baseUrl}${path}`, { method: 'POST', redirect: 'manual' })).status,
      status,
      path,
    );
});

test('HEAD has the status and the headers of GET, without a body', async () => {
  const headers = { authorization: `Bearer ${apiKey}` };
  for (const path of ['/v1/jobs', `/v1/jobs/${jobId}`, `/v1/jobs/${jobId}/transcript`, '/v1/nothing']) {
    const got = await ask(path, { headers });
    assert.deepEqual(await ask(path, { method: 'HEAD', headers }), { ...got, body: '' }, path);
  }
});

test('a connection is kept for longer than the minute for which proxies keep theirs', async () => {
  for (const path of ['/v1/account', '/sign-in']) {
    const answer = await fetch(`${longhand.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    await answer.arrayBuffer();
    const [, seconds] = /^timeout=(\d+)$/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
    assert.ok(Number(seconds) > 60, `${path} answered ${answer.headers.get('keep-alive')}`);
  }
});
