import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright';
import { clientOf } from '../client';
import { readClips } from '../speech';
import { startLonghand, type Longhand } from '../start-longhand';

/* Every page works under the content security policy, and a script that somebody smuggled in does not. */

let longhand: Longhand;
let browser: Browser;
let page: Page;
let paths: string[];
const complaints: string[] = [];

before(async () => {
  longhand = await startLonghand();
  const account = await longhand.createAccount();
  const client = clientOf(longhand, account.apiKey);
  const { id } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  await client.ended(id);
  const shared = await client.request(`/jobs/${id}/share`, { method: 'POST' });
  const { editor_url: link } = (await shared.json()) as { editor_url: string };
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
  page = await browser.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  await page.goto(`${longhand.baseUrl}/sign-in`, { waitUntil: 'networkidle' });
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/jobs');
  paths = ['/', '/docs', '/jobs', `/editor/${id}`, new URL(link).pathname];
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

test('no page breaks the policy', async () => {
  for (const path of paths) {
    const response = await page.goto(`${longhand.baseUrl}${path}`);
    // Next's scripts begin their work after the page has loaded.
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve, 1000)));
    assert.equal(response?.status(), 200, path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    assert.match(policy, /script-src 'self' 'nonce-[\w+/=]{24}'/, path);
  }
  assert.deepEqual(complaints, []);
});

test('a nonce is used once', async () => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await fetch(longhand.baseUrl)).headers.get('content-security-policy')),
  );
  assert.notEqual(policies[0], policies[1]);
});

test('a script or a handler that was written into a page does not run', async () => {
  await page.goto(`${longhand.baseUrl}/jobs`);
  const ran = await page.evaluate(async () => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "ran"';
    document.body.append(script);
    const place = document.createElement('div');
    document.body.append(place);
    place.innerHTML = '<img src="/nothing.png" onerror="document.title = &quot;ran&quot;">';
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    return document.title === 'ran';
  });
  assert.equal(ran, false);
});
