import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { Validator } from '@seriousme/openapi-schema-validator';
import { problemSlugs } from '#lib/api/v1/problems/problem-catalogue';
import { expect } from '#e2e/support/expect';
import { freshPage } from '#e2e/support/browser';
import { colorFindings, findings, type Look } from '#e2e/support/accessibility';
import { checkPage } from '#e2e/support/editor/check-page';
import { isDrawn } from '#e2e/support/look-at-page';
import { useSite } from '#e2e/support/use-site';

// Only with --all: axe looks at hundreds of elements of Swagger UI.

const site = useSite({ keepsOpen: true });
let page: Page;
/** Requests of the reference to other servers. */
const elsewhere: string[] = [];

before(async () => {
  page = await freshPage(site.browser);
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== site.longhand.baseUrl)
      elsewhere.push(request.url());
  });
  await page.goto(site.longhand.baseUrl);
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'API reference' }).waitFor();
});

async function openOperation(id: string): Promise<Locator> {
  const operation = page.locator(`#operations-${id}`);
  await operation.locator('.opblock-summary-control').click();
  return operation;
}

test('the OpenAPI document is served without a key, is valid, and names this server', async () => {
  const response = await fetch(`${site.longhand.baseUrl}/v1/openapi.json`);
  assert.equal(response.status, 200);
  assert.ok(response.headers.get('x-request-id'));
  const document = (await response.json()) as Record<string, unknown>;
  assert.deepEqual(document['servers'], [{ url: `${site.longhand.baseUrl}/v1` }]);
  assert.ok((await new Validator().validate(document)).valid);
});

test('axe finds nothing in the reference, closed, with operations open, and asking for a key, light and dark', async () => {
  const operation = await openOperation('Jobs-submitJob');
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.locator('textarea').waitFor();
  const other = await openOperation('Jobs-listJobs');
  await other.locator('.responses-table').waitFor();
  // All other operations are closed.
  const found = await findInBoth();

  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('auth-bearer-value').waitFor();
  // The page behind the dialog was checked above.
  found.push(...(await findInBoth({ within: '.dialog-ux' })));
  assert.deepEqual(found, []);
  await page.getByRole('button', { name: 'Close' }).click();
});

/** Runs axe with light colors, and checks colors only with dark ones. */
async function findInBoth(look?: Look): Promise<string[]> {
  await draw('light');
  const found = await findings(page, look);
  await draw('dark');
  return [...found, ...(await colorFindings(page, look))];
}

async function draw(colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  // Swagger UI's colors depend on this class.
  await expect(page.locator('html')).toHaveClass(
    colorScheme === 'dark' ? /\bdark-mode\b/ : /^((?!dark-mode).)*$/,
  );
  await isDrawn(page, colorScheme);
}

test('the reference is led to from the front page, asks only this server, and tries an operation with a key', async () => {
  const { apiKey, email } = await site.longhand.createAccount();
  await page.getByRole('button', { name: 'Authorize' }).click();
  await page.getByLabel('auth-bearer-value').fill(apiKey);
  await page.getByRole('button', { name: 'Apply credentials' }).click();
  await page.getByRole('button', { name: 'Close' }).click();
  const operation = await openOperation('Account-getAccount');
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  const answer = operation.locator('.live-responses-table');
  await answer.getByText('200', { exact: true }).waitFor();
  await expect(answer).toContainText(email);
  assert.deepEqual(elsewhere, []);

  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  assert.ok(
    !stored.includes(apiKey) && !(await page.context().cookies()).some(({ value }) => value === apiKey),
  );
});

for (const slug of problemSlugs) {
  test(`the URI of ${slug} opens a page for a browser, and the same facts in JSON`, async () => {
    const uri = `${site.longhand.baseUrl}/api/v1/errors/${slug}`;
    const facts = await fetch(uri, { headers: { accept: 'application/json' } });
    assert.match(facts.headers.get('content-type') ?? '', /^application\/json/);
    const { type, title, status, example } = (await facts.json()) as Record<string, string>;
    assert.deepEqual({ type, status: facts.status }, { type: uri, status: 200 });
    assert.equal((example as unknown as Record<string, unknown>)['type'], uri);

    const answer = await fetch(uri, { headers: { accept: 'text/html' } });
    assert.equal(answer.status, 200);
    const shown = (await answer.text()).replaceAll(/<!--.*?-->|<[^>]+>/g, '');
    assert.ok(shown.includes(toHtml(title ?? '')) && shown.includes(`${slug} · status ${status}`), shown);
  });
}

const toHtml = (text: string): string => text.replaceAll("'", '&#39;');

const preferences: Array<[string | undefined, RegExp]> = [
  [undefined, /^text\/html/],
  ['*/*', /^text\/html/],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', /^text\/html/],
  ['application/json;q=0.5, text/html;q=0.9', /^text\/html/],
  ['application/json, text/html;q=0.9', /^application\/json/],
  ['application/problem+json', /^application\/json/],
];
for (const [accept, contentType] of preferences) {
  test(`the URI of a problem answers Accept ${accept ?? 'left out'} with ${contentType.source}`, async () => {
    const headers = accept === undefined ? {} : { accept };
    const response = await fetch(`${site.longhand.baseUrl}/api/v1/errors/job-not-found`, { headers });
    assert.match(response.headers.get('content-type') ?? '', contentType);
    assert.equal(response.headers.get('vary')?.includes('accept'), true);
  });
}

test('the page of a problem has no serious finding and is never wider than its window, light and dark', async () => {
  await page.goto(`${site.longhand.baseUrl}/api/v1/errors/job-not-found`);
  await page.getByRole('heading', { level: 1, name: 'The job could not be found' }).waitFor();
  await checkPage(page);
});

test('the page of a problem comes in the reader’s language', async () => {
  const uri = `${site.longhand.baseUrl}/api/v1/errors/job-not-found`;
  const answer = await fetch(uri, { headers: { accept: 'text/html', 'accept-language': 'de' } });
  assert.match(await answer.text(), /<html lang="de">[^]*<h1>Der Auftrag wurde nicht gefunden<\/h1>/);
});

test('a URI that names no type of problem is not found, in HTML and in JSON', async () => {
  for (const slug of ['no-such-problem', 'constructor', '%3Cscript%3E']) {
    const uri = `${site.longhand.baseUrl}/api/v1/errors/${slug}`;
    const page = await fetch(uri, { headers: { accept: 'text/html' } });
    assert.deepEqual([page.status, (await page.text()).includes('Unknown problem type')], [404, true]);
    const problem = await fetch(uri, { headers: { accept: 'application/json' } });
    assert.equal(problem.status, 404);
    assert.equal(((await problem.json()) as Record<string, unknown>)['type'], 'about:blank');
  }
  const posted = await fetch(`${site.longhand.baseUrl}/api/v1/errors/job-not-found`, { method: 'POST' });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
});
