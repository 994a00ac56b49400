import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { freshContext, freshPage, startBrowser } from '#e2e/support/browser';
import { signIn, signInForCookies } from '#e2e/support/sign-in';
import { startDatabaseGate, type DatabaseGate } from '#e2e/support/start-database-gate';
import { startLonghand, type Longhand, type TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* A database that goes away and comes back: everybody is told so, and nothing has to be started again. */

let gate: DatabaseGate;
let longhand: Longhand;
let browser: Browser;
let page: Page;
let account: TestAccount;
let cookie: string;

before(async () => {
  gate = await startDatabaseGate(process.env['TEST_DATABASE_URL'] ?? '');
  longhand = await startLonghand({}, { server: gate.url });
  browser = await startBrowser();
  account = await longhand.createAccount();
  cookie = await signInForCookies(longhand, account);
  page = await freshPage(browser);
  await signIn(page, longhand, account);
  await gate.close();
});
after(async () => {
  await browser?.close();
  if (gate !== undefined && longhand !== undefined) await gate.open().catch(() => {});
  await longhand?.stop();
  await gate?.stop();
});

const ask = (path: string, init: RequestInit = {}) => fetch(`${longhand.baseUrl}${path}`, init);

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
