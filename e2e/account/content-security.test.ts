import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { makeClient } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { freshPage, policyViolations } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';
import { hydrated } from '#e2e/support/account/hydrated';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';

/* Every page works under the content security policy, which blocks injected scripts. */

const site = useSite({ keepsOpen: true });
let page: Page;
let paths: string[];
const complaints: string[] = [];

before(async () => {
  const { longhand } = site;
  const account = await longhand.createAccount();
  const client = makeClient(longhand, account.apiKey);
  const { id } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  await client.ended(id);
  const shared = await client.request(`/jobs/${id}/share`, { method: 'POST' });
  const { editor_url: link } = (await shared.json()) as { editor_url: string };
  page = await freshPage(site.browser);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
  await signInContext(page.context(), longhand, account);
  paths = ['/', '/docs', '/jobs', `/editor/${id}`, new URL(link).pathname];
});
after(() => {
  // The tests provoked these violations, or have asserted them.
  policyViolations.length = 0;
});

test('no page breaks the policy', async () => {
  for (const path of paths) {
    const response = await page.goto(`${site.longhand.baseUrl}${path}`);
    // The page's scripts start only after it has loaded.
    await (path === '/docs' ? page.locator('.opblock-summary-control').first().waitFor() : hydrated(page));
    assert.equal(response?.status(), 200, path);
    const policy = response?.headers()['content-security-policy'] ?? '';
    assert.match(policy, /script-src 'self' 'nonce-[\w+/=]{24}'/, path);
    assert.match(policy, /style-src 'self' 'nonce-[\w+/=]{24}';/, path);
  }
  // Console messages arrive in order: after this one, none of these pages' messages is outstanding.
  await page.evaluate(() => console.error('the last page'));
  await waitFor('all complaints', () => complaints.find((text) => text.endsWith('the last page')));
  assert.equal(complaints.length, 1, complaints.join('\n'));
});

test('an answer of the API may run nothing, and the page that explains a problem looks as it should', async () => {
  const { headers } = await fetch(`${site.longhand.baseUrl}/v1/account`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none';/);
  assert.doesNotMatch(policy, /script-src/);
  const before = complaints.length;
  await page.goto(`${site.longhand.baseUrl}/api/v1/errors/job-not-found`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => console.error('the problem page'));
  await waitFor('all complaints', () => complaints.find((text) => text.endsWith('the problem page')));
  assert.equal(complaints.length, before + 1, complaints.slice(before).join('\n'));
});

test('a nonce is used once', async () => {
  const policies = await Promise.all(
    [1, 2].map(async () => (await fetch(site.longhand.baseUrl)).headers.get('content-security-policy')),
  );
  assert.notEqual(policies[0], policies[1]);
});

/** Records on the open page which directives refuse something from now on. */
async function watchRefusals(): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset['refused'] = '';
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      document.body.dataset['refused'] += ` ${effectiveDirective}`;
    });
  });
}

async function refusedBy(...directives: string[]): Promise<void> {
  await page.waitForFunction((expected) => {
    const refused = document.body.dataset['refused']?.split(' ');
    return expected.every((directive) => refused?.includes(directive));
  }, directives);
}

test('a script or a handler that was written into a page does not run', async () => {
  await page.goto(`${site.longhand.baseUrl}/jobs`);
  await watchRefusals();
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'document.title = "ran"';
    document.body.append(script);
    const box = document.createElement('div');
    document.body.append(box);
    box.innerHTML = '<img src="/nothing.png" onerror="document.title = &quot;ran&quot;">';
    // The markup's handler was registered first, so it would run before this one.
    box.querySelector('img')?.addEventListener('error', () => (document.body.dataset['failed'] = ''));
  });
  await refusedBy('script-src-attr', 'script-src-elem');
  await page.waitForFunction(() => document.body.dataset['failed'] !== undefined);
  assert.notEqual(await page.title(), 'ran');
});

test('a style sheet that was written into a page is not applied, and one that a component makes is', async () => {
  await watchRefusals();
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.body.append(style);
  });
  await refusedBy('style-src-elem');
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).display), 'block');
  const overflow = () => page.evaluate(() => getComputedStyle(document.body).overflowY);
  assert.equal(await overflow(), 'visible');
  await chooseFromMenu(menuButton(page), 'Rename…');
  await page.getByRole('dialog').waitFor();
  // The page behind a dialog must not scroll.
  assert.equal(await overflow(), 'hidden');
});

test('a style sheet and a picture of another site are not loaded', async () => {
  await watchRefusals();
  await page.evaluate(() => {
    const elsewhere = 'https://elsewhere.example';
    const style = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: `${elsewhere}/x.css`,
    });
    const picture = Object.assign(document.createElement('img'), { src: `${elsewhere}/x.png` });
    document.body.append(style, picture);
  });
  await refusedBy('style-src-elem', 'img-src');
});
