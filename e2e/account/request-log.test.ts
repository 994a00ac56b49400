import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { freshPage } from '#e2e/support/browser';
import { makeClient, type Client } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';

/* The API request log, in a browser. */

const site = useSite({ keepsOpen: true });
let account: TestAccount;
let client: Client;
let page: Page;

const signIn = (who: TestAccount) => signInContext(page.context(), site.longhand, who);

before(async () => {
  account = await site.longhand.createAccount();
  client = makeClient(site.longhand, account.apiKey);
  page = await freshPage(site.browser);
  await signIn(account);
});

const open = () => page.goto(`${site.longhand.baseUrl}/developers/requests`);
const rows = () => page.getByRole('list', { name: 'API requests' }).getByRole('listitem');

test('a request shows its result at once, and a page with its problem and id', async () => {
  await open();
  await page.getByText('No API requests yet').waitFor();
  const answer = await client.request('/jobs?limit=0&secret=unheard-of');
  await client.request('/account');
  const earlier = await fetch(`${site.longhand.baseUrl}/api/v1/jobs/none`, {
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
  const { id: other, apiKey } = await site.longhand.createAccount();
  await site.longhand.sql`
    update api_keys set account_id = ${account.id}, name = 'Second key', mode = 'test' where account_id = ${other}`;
  await makeClient(site.longhand, apiKey).request('/engines');
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
  const other = await site.longhand.createAccount();
  await site.longhand.sql`
    insert into api_requests (id, account_id, key_id, at, method, path, status, duration_ms)
    select ${other.id} || n, ${other.id}, (select id from api_keys where account_id = ${other.id}),
      now() - n * interval '1 minute', 'GET', '/v1/jobs/' || n, 200, n
    from generate_series(1, 60) n`;
  await signIn(other);
  await open();
  await expect(rows()).toHaveCount(50);
  await rows().first().getByRole('link', { name: 'GET /v1/jobs/1' }).waitFor();
  await page.getByRole('link', { name: 'Older' }).click();
  await page.getByRole('link', { name: 'GET /v1/jobs/60' }).waitFor();
  await expect(rows()).toHaveCount(10);

  await signIn(account);
  const answer = await page.request.get(`${site.longhand.baseUrl}/developers/requests/${other.id}1`);
  assert.equal(answer.status(), 404);
});
