import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { makeClient, type Client } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { signInContext } from '#e2e/support/sign-in';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';

/* The log of API requests, in a browser. */

let longhand: SharedLonghand;
let account: TestAccount;
let client: Client;
let browser: Browser;
let page: Page;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});
beforeEach(async () => {
  page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
});
afterEach(() => page.context().close());

const open = () => page.goto(`${longhand.baseUrl}/developers/requests`);
const rows = () => page.getByRole('list', { name: 'API requests' }).getByRole('listitem');

test('a request shows its result at once, and a page with its problem and id', async () => {
  await open();
  await page.getByText('No API requests yet').waitFor();
  const answer = await client.request('/jobs?limit=0&secret=unheard-of');
  await client.request('/account');
  const earlier = await fetch(`${longhand.baseUrl}/api/v1/jobs/none`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  assert.equal(earlier.status, 404);
  await open();
  await expect(rows()).toHaveCount(3);
  await rows().filter({ hasText: 'GET /api/v1/jobs/none' }).getByText('job-not-found').waitFor();
  assert.ok(!(await page.content()).includes('unheard-of'));
  assert.ok(!(await page.content()).includes(account.apiKey));

  await page.getByRole('link', { name: 'Refused' }).click();
  await rows().filter({ hasText: 'GET /v1/account' }).waitFor({ state: 'detached' });
  await expect(rows()).toHaveCount(2);
  await page.getByRole('link', { name: 'GET /v1/jobs?limit=0' }).click();
  await page.getByText(answer.headers.get('x-request-id') ?? 'none').waitFor();
  await page.getByRole('link', { name: 'invalid-parameters' }).click();
  await page.waitForURL('**/api/v1/errors/invalid-parameters');
});

test('the log is filtered by key', async () => {
  await open();
  await expect(page.getByLabel('API key')).toHaveCount(0);
  const { id: other, apiKey } = await longhand.createAccount();
  await longhand.sql`
    update api_keys set account_id = ${account.id}, name = 'Second key', mode = 'test' where account_id = ${other}`;
  await makeClient(longhand, apiKey).request('/engines');
  await open();
  await page.getByLabel('API key').selectOption({ label: `Second key (…${apiKey.slice(-4)})` });
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForURL('**/developers/requests?key=*');
  await rows().getByText('Second key').waitFor();
  await expect(rows()).toHaveCount(1);
  await rows().getByText('Sandbox').waitFor();
  await page.getByRole('link', { name: 'Server error' }).click();
  await page.getByText('No matching requests').waitFor();
});

test('the log has pages, newest first, and none of another account', async () => {
  const other = await longhand.createAccount();
  await longhand.sql`
    insert into api_requests (id, account_id, key_id, at, method, path, status, duration_ms)
    select ${other.id} || n, ${other.id}, (select id from api_keys where account_id = ${other.id}),
      now() - n * interval '1 minute', 'GET', '/v1/jobs/' || n, 200, n
    from generate_series(1, 60) n`;
  await page.context().clearCookies();
  await signInContext(page.context(), longhand, other);
  await open();
  await expect(rows()).toHaveCount(50);
  await rows().first().getByRole('link', { name: 'GET /v1/jobs/1' }).waitFor();
  await page.getByRole('link', { name: 'Older' }).click();
  await page.getByRole('link', { name: 'GET /v1/jobs/60' }).waitFor();
  await expect(rows()).toHaveCount(10);

  await page.context().clearCookies();
  await signInContext(page.context(), longhand, account);
  const answer = await page.goto(`${longhand.baseUrl}/developers/requests/${other.id}1`);
  assert.equal(answer?.status(), 404);
});
