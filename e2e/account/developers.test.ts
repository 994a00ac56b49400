import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright';
import { Webhook } from 'standardwebhooks';
import { hydrated } from '#e2e/support/account/hydrated';
import { makeClient, type Client } from '#e2e/support/client';
import { startReceiver, type Received, type Receiver } from '#e2e/support/callbacks/receiver';
import { expect } from '#e2e/support/expect';
import type { TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { freshPage } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';

/* The developer pages in a browser, with a callback receiver on loopback. */

const hostile = '<img src=x onerror="window.hacked = 1"><b>bold</b>';
const acknowledge: RequestListener = (_, response) => response.writeHead(204).end();

const site = useSite({ keepsOpen: true });
let account: TestAccount;
let sandbox: Client;
let page: Page;
let receiver: Receiver;
let answer = acknowledge;

before(async () => {
  receiver = await startReceiver((request, response) => answer(request, response));
  account = await site.longhand.createAccount();
  page = await freshPage(site.browser);
  await signInContext(page.context(), site.longhand, account);
});
after(() => receiver?.close());
beforeEach(() => {
  answer = acknowledge;
});

/** Opens a developer page, by its tab if another developer page is open. */
async function open(path: string): Promise<void> {
  const tab = page.locator(`nav a[href="/developers${path}"]:not([aria-current])`);
  if (new URL(page.url()).pathname.startsWith('/developers') && (await tab.isVisible())) {
    await tab.click();
    return page.waitForURL(`**/developers${path}`);
  }
  await page.goto(`${site.longhand.baseUrl}/developers${path}`);
  await hydrated(page);
}

function statusWith(key: string): Promise<number> {
  return makeClient(site.longhand, key)
    .request('/account')
    .then(({ status }) => status);
}

/** Creates a key with the form; `choose` holds the labels of radio buttons. */
async function createKey(name: string, choose: string[], expires = 'Never'): Promise<string> {
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  for (const label of choose) await dialog.getByRole('radio', { name: label, exact: true }).check();
  await dialog.getByLabel('Expires').selectOption(expires);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  return (await dialog.locator('#new-key').innerText()).trim();
}

async function isHacked(): Promise<boolean> {
  return page.evaluate(() => 'hacked' in globalThis);
}

test('a key made in the browser works as the command shown does, is listed, and stops when revoked', async () => {
  await open('');
  const key = await createKey(hostile, ['Full access']);
  assert.match(key, /^lh_live_\w{38}$/);
  const command = await page.locator('#new-key-command').innerText();
  const [, url = '', header = ''] = /curl (\S+)[\s\\]+-H 'Authorization: (.*)'/.exec(command) ?? [];
  assert.equal((await fetch(url, { headers: { authorization: header } })).status, 200);
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });

  const row = page.getByRole('listitem').filter({ hasText: `lh_live_…${key.slice(-4)}` });
  await row.getByText(hostile).waitFor();
  assert.ok(!(await page.content()).includes(key));
  assert.equal(await isHacked(), false);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByText('will stop working immediately').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  assert.equal(await statusWith(key), 200);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  assert.equal(await statusWith(key), 401);
});

test('a key for the sandbox expires, and its command submits a job there', async () => {
  await open('');
  const key = await createKey('tests', ['Sandbox', 'Read and submit'], 'In 30 days');
  assert.match(key, /^lh_test_/);
  const command = await page.locator('#new-key-command').innerText();
  const [, body = ''] = /-d '(.*)'/.exec(command) ?? [];
  sandbox = makeClient(site.longhand, key);
  const headers = { 'content-type': 'application/json' };
  assert.equal((await sandbox.request('/jobs', { method: 'POST', headers, body })).status, 200);
  const [row] = await site.longhand.sql<Array<{ days: number }>>`
    select extract(epoch from expires_at - now()) / 86400 as days from api_keys where account_id = ${account.id} and name = 'tests'`;
  assert.ok(row && row.days > 29.9 && row.days <= 30);
  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await page.getByRole('listitem').filter({ hasText: 'tests' }).getByText('Sandbox').waitFor();
});

async function reveal(which: string): Promise<string> {
  const show = page.getByRole('button', { name: `Show ${which} signing secret` });
  const shown = page.locator('pre').and(page.getByLabel(new RegExp(`^${which} signing secret$`, 'i')));
  // A secret that was shown when it was replaced stays shown.
  await show.or(shown).waitFor();
  if (await show.isVisible()) await show.click();
  return (await shown.innerText()).trim();
}

async function rotate(): Promise<void> {
  const inUse = page.getByRole('listitem').filter({ hasText: 'Current' });
  await inUse.evaluate((row) => row.setAttribute('data-in-use-before', ''));
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  // The list is reloaded after the dialog has closed.
  await page.locator('[data-in-use-before]').filter({ hasText: 'Replaced' }).waitFor();
}

async function arrival(ask: () => Promise<unknown>): Promise<Received> {
  const count = receiver.received.length;
  await ask();
  return waitFor('a callback', () => receiver.received[count]);
}

function isSignedBy(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

async function sendTest(url: string): Promise<void> {
  await page.getByLabel('URL').fill(url);
  await page.getByRole('button', { name: 'Send test' }).click();
}

test('a replaced secret signs too for a day, and of more than one only the latest', async () => {
  await open('/signing-secret');
  assert.ok(!(await page.content()).includes('whsec_'));
  const first = await reveal('current');
  await rotate();
  await page.getByText('Also valid until').waitFor();
  const second = await reveal('current');
  assert.equal(await reveal('replaced'), first);
  await open('/callbacks');
  const signed = await arrival(() => sendTest(receiver.url));
  assert.deepEqual([isSignedBy(first, signed), isSignedBy(second, signed)], [true, true]);

  await open('/signing-secret');
  await rotate();
  const third = await reveal('current');
  assert.equal(await reveal('replaced'), second);
  await open('/callbacks');
  const again = await arrival(() => sendTest(receiver.url));
  assert.deepEqual(
    [first, second, third].map((secret) => isSignedBy(secret, again)),
    [false, true, true],
  );
  await site.longhand.sql`
    update signing_secrets set valid_until = now() where account_id = ${account.id} and valid_until > now()`;
  const later = await arrival(() => sendTest(receiver.url));
  assert.deepEqual([isSignedBy(second, later), isSignedBy(third, later)], [false, true]);
});

test('a test shows its result, explains refusals, and is limited per minute', async () => {
  await open('/callbacks');
  answer = (_, response) => response.writeHead(500).end(hostile);
  const { body } = await arrival(() => sendTest(receiver.url));
  assert.equal((JSON.parse(body) as Record<string, unknown>)['example'], true);
  await page.getByText('The receiver responded with 500 Internal Server Error.').waitFor();
  await page.getByText(hostile).waitFor();
  assert.equal(await isHacked(), false);
  await sendTest('http://10.1.2.3/');
  await page.getByRole('alert').getByText('is not public').waitFor();
  // The rate limit's minute may end during the loop.
  for (let count = 0; count < 25; count += 1) {
    await sendTest(receiver.url);
    await page.getByRole('button', { name: 'Send test', disabled: false }).waitFor();
    if (await page.getByText('Too many attempts').isVisible()) break;
  }
  await page.getByRole('alert').getByText('Too many attempts.').waitFor();
});

test('the log shows a callback that fails, with its answer, and sends it again', async () => {
  answer = (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end(hostile);
  const job = await sandbox.submitUrl('https://media.example/interview.mp3', {
    callback_url: receiver.url,
    metadata: 'delay:0s',
  });
  await waitFor('the callback', () => receiver.of(job.id)[0]);
  await waitFor('the try', async () =>
    (await sandbox.callback(job.id)).tries.length > 0 ? true : undefined,
  );
  await open('/callbacks');
  const row = page.getByRole('listitem').filter({ hasText: 'interview.mp3' });
  await row.getByText('Pending').waitFor();
  await row.getByText('The receiver responded with 503 Service Unavailable.').waitFor();
  await page.getByRole('link', { name: 'Delivered' }).click();
  await page.getByText('No matching deliveries').waitFor();
  await page.getByRole('link', { name: 'Pending' }).click();
  await row.getByRole('link', { name: 'interview.mp3' }).click();
  await page.getByText(hostile).waitFor();
  assert.equal(await isHacked(), false);

  answer = acknowledge;
  await page.getByRole('button', { name: 'Resend' }).click();
  const { body } = await waitFor('the second callback', () => receiver.of(job.id)[1]);
  const payload = await page.getByLabel('Payload', { exact: true }).innerText();
  assert.deepEqual(JSON.parse(payload), JSON.parse(body));
  await page.getByText('Delivered', { exact: true }).waitFor();
  await page.getByText('The receiver responded with 204 No Content.').waitFor();
});

test('the sandbox’s jobs have a list of their own, with their webhooks, and open from there', async () => {
  const failing = await sandbox.submitUrl('https://media.example/broken.mp3', {
    metadata: 'fail:invalid_media, delay:0s',
  });
  await sandbox.ended(failing.id);
  const waiting = await sandbox.submitUrl('https://media.example/waiting.mp3', {
    callback_url: receiver.url,
    metadata: 'delay:600s',
  });
  const live = (await (await page.request.get(`${site.longhand.baseUrl}/jobs/list`)).json()) as { jobs: [] };
  assert.deepEqual(live.jobs, []);
  await open('/sandbox/jobs');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row('broken.mp3').getByText('Failed: unsupported file').waitFor();
  await expect(row('broken.mp3').getByText('Webhook')).toHaveCount(0);
  await row('waiting.mp3').getByText('Sent when the job ends').waitFor();
  await site.longhand.sql`update api_keys set scope = 'everything' where account_id = ${account.id}`;
  const canceled = await sandbox.request(`/jobs/${waiting.id}/cancel`, { method: 'POST' });
  assert.equal(canceled.status, 200);
  await row('waiting.mp3').getByText('Canceled').waitFor();
  await row('waiting.mp3').getByText('Delivered').waitFor();
  await row('interview.mp3').first().getByRole('link', { name: 'interview.mp3' }).click();
  await page.waitForURL('**/editor/*');
  await page.getByText('Nobody spoke these words').waitFor();
});

test('the log has pages, newest first', async () => {
  await site.longhand.sql`
    with made as (
      insert into jobs (id, account_id, mode, status, name, price_cents)
      select 'Paged' || n, ${account.id}, 'test', 'transcribed', 'paged ' || n, 0
      from generate_series(1, 60) n returning id, name)
    insert into callbacks (id, job_id, account_id, url, origin, lane, state, begun_at)
    select id, id, ${account.id}, 'http://127.0.0.1/', 'http://127.0.0.1', 0, 'given_up',
      now() - substr(name, 7)::int * interval '1 minute' from made`;
  await open('/callbacks?state=given_up');
  const names = () => page.getByRole('link', { name: /^paged/ }).allInnerTexts();
  assert.deepEqual(
    await names(),
    Array.from({ length: 50 }, (_, index) => `paged ${index + 1}`),
  );
  await page.getByRole('link', { name: 'Older' }).click();
  await page.getByRole('link', { name: 'paged 60' }).waitFor();
  assert.equal((await names()).length, 10);
});

test('another account sees neither keys nor callbacks of this one', async () => {
  await signInContext(page.context(), site.longhand, await site.longhand.createAccount());
  await page.goto(`${site.longhand.baseUrl}/developers`);
  await expect(page.getByRole('listitem').filter({ hasText: 'lh_' })).toHaveCount(1);
  await open('/callbacks');
  await page.getByText('No webhook deliveries yet').waitFor();
  const answered = await page.request.get(`${site.longhand.baseUrl}/developers/callbacks/Paged1`);
  assert.equal(answered.status(), 404);
});
