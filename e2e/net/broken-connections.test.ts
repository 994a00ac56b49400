import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { closePages, freshContext, freshPage, shareBrowser } from '#e2e/support/browser';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { useHarmedService } from '#e2e/support/services/use-harmed-service';
import { signIn, signInForCookies } from '#e2e/support/sign-in';
import type { DatabaseGate } from '#e2e/support/start-database-gate';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/*
 * Clients that disconnect from each stream, page, file and upload, at each moment: the service's log stays free of
 * errors. Then the database goes away and comes back: every client is told, and nothing needs a restart.
 */

// Only with --all: takes the database away from a service.

let gate: DatabaseGate;
let longhand: Longhand;
let browser: Browser;
let account: TestAccount;
let jobId: string;
let cookie: string;

before(async () => {
  ({ longhand, gate } = await useHarmedService());
  browser = await shareBrowser();
  account = await longhand.createAccount();
  jobId = await makeTranscript(longhand, account, { words: 3000, monologues: 60 });
  cookie = await signInForCookies(longhand, account);
  known = longhand.output().length;
});
after(async () => {
  await closePages();
  // A failed test may have left it closed.
  await gate?.open().catch(() => {});
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${longhand.baseUrl}${path}`, init);

/** When the client disconnects: after the request, at the response's headers, or at the first bytes of its body. */
const moments = ['asked', 'head', 'body'] as const;
type Moment = (typeof moments)[number];

interface Asked {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  /** The part of the body that is sent; `content-length` may announce more. */
  body?: string | Buffer;
}

/** Sends a request, and cuts the connection then or as soon as the response has ended. Resolves once it is cut. */
function cut({ path, method = 'GET', headers = {}, body = '' }: Asked, moment: Moment): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(`${longhand.baseUrl}${path}`, {
      method,
      headers: { cookie, ...headers },
      agent: false,
    });
    const leave = (): void => void request.destroy();
    request.on('error', () => {});
    request.on('close', resolve);
    request.on('response', (response) => {
      response.on('error', () => {});
      response.on('end', leave);
      if (moment === 'body') response.on('data', leave);
      else leave();
    });
    // A request that announces more than it sends stays open.
    request.flushHeaders();
    request.write(body, () => {
      if (moment === 'asked') leave();
    });
    if (headers['content-length'] === undefined) request.end();
  });
}

const json = (value: unknown): Pick<Asked, 'headers' | 'body' | 'method'> => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

let known = 0;

/** The service's error lines since these tests began. */
const complaints = (): string[] =>
  longhand
    .output()
    .slice(known)
    .split('\n')
    .filter((line) => /already closed|ERR_INVALID_STATE|uncaught|unhandled|⨯|"level":(50|60)/i.test(line));

/** Sends the beginning of an upload with a refused type, and its end only after the response. */
function stall(): Promise<number | undefined> {
  const boundary = 'stalled';
  const path = '/v1/jobs';
  const headers = {
    authorization: `Bearer ${account.apiKey}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${longhand.baseUrl}${path}`, { method: 'POST', headers, agent: false });
    request.on('error', reject);
    request.on('response', (response) => {
      response.on('error', reject);
      response.resume().on('end', () => resolve(response.statusCode));
      request.end();
    });
    request.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="a.exe"\r\ncontent-type: text/x-own\r\n\r\nMZ`,
    );
  });
}

test('a refused upload that stalls is answered, and its end breaks nothing', async () => {
  const statuses = await Promise.all(Array.from({ length: 8 }, stall));
  assert.deepEqual([...new Set(statuses)], [400]);
  const answer = await ask('/v1/account', { headers: { authorization: `Bearer ${account.apiKey}` } });
  assert.equal(answer.status, 200);
  assert.deepEqual(complaints(), []);
});

test('connections that are cut at any moment leave no error in the log', async () => {
  const boundary = 'cut';
  const upload = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="media"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n${'x'.repeat(50_000)}`,
  );
  const asked: Asked[] = [
    { path: `/editor/data/${jobId}/events?since=0` },
    { path: '/jobs/events' },
    { path: `/editor/data/${jobId}/words` },
    { path: `/editor/data/${jobId}/export?format=pdf` },
    { path: `/editor/data/${jobId}/export?format=text` },
    { path: '/jobs/download', ...json({ ids: [jobId] }) },
    { path: '/settings/export' },
    { path: '/balance/ledger.csv' },
    { path: '/jobs' },
    { path: '/jobs', headers: { rsc: '1' } },
    { path: `/editor/${jobId}` },
    { path: '/no-such-page' },
    { path: '/settings' },
    {
      path: '/v1/jobs',
      method: 'POST',
      headers: {
        authorization: `Bearer ${account.apiKey}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': '200000',
      },
      body: upload,
    },
    {
      path: `/editor/data/${jobId}/edit`,
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'if-match': '"0"', 'content-length': '200000' },
      body: '{"put":[',
    },
    {
      path: '/jobs/uploads',
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '200000',
        'upload-metadata': `filename ${Buffer.from('a.wav').toString('base64')},filetype ${Buffer.from('audio/wav').toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
        'content-length': '200000',
      },
      body: upload,
    },
  ];
  for (let round = 0; round < 2; round += 1) {
    for (const one of asked) {
      // An unfinished body gets no response to wait for.
      const isOpen = one.headers?.['content-length'] !== undefined;
      await Promise.all((isOpen ? (['asked', 'asked'] as const) : moments).map((moment) => cut(one, moment)));
    }
  }
  // When this is answered, the server has handled all disconnects, and serves as before.
  const answer = await ask('/jobs', { headers: { cookie } });
  assert.equal(answer.status, 200);
  await answer.text();
  assert.deepEqual(complaints(), []);
});

describe('a database that goes away', () => {
  let page: Page;

  before(async () => {
    page = await freshPage(browser);
    await signIn(page, longhand, account);
    await gate.close();
  });

  test('both revisions of the API answer 503 with Retry-After, each in its own shape', async () => {
    const authorization = { authorization: `Bearer ${account.apiKey}` };
    for (const path of ['/v1/account', '/v1/jobs', '/v1/jobs/x/captions']) {
      const answer = await ask(path, { headers: authorization });
      const problem = (await answer.json()) as { type: string; status: number };
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'], path);
      assert.match(problem.type, /\/service-unavailable$/, path);
    }
    const earlier = await ask('/api/v1/jobs', { headers: authorization });
    assert.deepEqual([earlier.status, earlier.headers.get('retry-after')], [503, '5']);
    assert.deepEqual(Object.keys((await earlier.json()) as object), ['message']);
  });

  test('routes of pages, uploads among them, answer 503 with Retry-After', async () => {
    for (const path of [
      '/jobs',
      '/jobs/list',
      '/jobs/events',
      '/settings/export',
      `/editor/data/${'x'.repeat(22)}/words`,
    ]) {
      const answer = await ask(path, { headers: { cookie } });
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'], path);
      await answer.body?.cancel();
    }
    const tus = {
      'tus-resumable': '1.0.0',
      'upload-length': '1',
      'upload-metadata': 'filename eA==,filetype YXVkaW8vd2F2',
    };
    const upload = await ask('/jobs/uploads', { method: 'POST', headers: { cookie, ...tus } });
    assert.deepEqual([upload.status, upload.headers.get('retry-after')], [503, '5']);
  });

  test('pages say so in the reader’s language and keep the account’s navigation', async () => {
    const answer = await page.goto(`${longhand.baseUrl}/jobs`);
    assert.equal(answer?.status(), 503);
    await page.getByRole('heading', { name: 'Longhand is temporarily unavailable' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Account' })
      .getByRole('link', { name: 'Transcripts' })
      .waitFor();
    const german = await freshContext(browser, { locale: 'de-DE' });
    await german.addCookies(await page.context().cookies());
    const settings = await german.newPage();
    await settings.goto(`${longhand.baseUrl}/settings`);
    await settings.getByRole('heading', { name: 'Longhand ist vorübergehend nicht verfügbar' }).waitFor();
    await settings.getByRole('navigation', { name: 'Konto' }).waitFor();
  });

  test('when it is back, everything answers as before', async () => {
    await gate.open();
    await waitFor('the database to be used again', async () =>
      (await ask('/v1/account', { headers: { authorization: `Bearer ${account.apiKey}` } })).ok
        ? true
        : undefined,
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByRole('heading', { name: 'Longhand is temporarily unavailable' })
      .waitFor({ state: 'hidden' });
    await page.getByText(account.email).waitFor();
    assert.equal((await ask('/jobs', { headers: { cookie } })).status, 200);
  });
});
