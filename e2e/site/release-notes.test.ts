import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { parseChangelog } from '#app/(site)/release-notes/parse-changelog';
import { expect } from '#e2e/support/expect';
import { freshPage } from '#e2e/support/browser';
import { lookAtPages } from '#e2e/support/look-at-page';
import { useSite } from '#e2e/support/use-site';

/* The release notes as a page and as a feed, through the built server. */
// Only with --all: axe looks at hundreds of changes.

const releases = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));
const changeCount = releases.flatMap(({ sections }) => sections.flatMap(({ changes }) => changes)).length;

const site = useSite({ keepsOpen: true });
/** Shows the release notes, from the first test on. */
let page: Page;

before(async () => {
  page = await freshPage(site.browser);
});

test('the front page leads to every change of the changelog, which names its feed', async () => {
  await page.goto(site.longhand.baseUrl);
  await page.getByRole('link', { name: 'Release notes' }).click();
  await page.getByRole('heading', { level: 1, name: 'Release notes' }).waitFor();
  await expect(page.getByRole('region')).toHaveCount(releases.length);
  await expect(page.locator('main li')).toHaveCount(changeCount);

  const feed = `${site.longhand.baseUrl}/release-notes/feed.xml`;
  const announced = page.locator('link[rel="alternate"][type="application/atom+xml"]');
  await expect(announced).toHaveAttribute('href', feed);
  const link = page.getByRole('link', { name: 'Atom feed' });
  assert.equal(new URL((await link.getAttribute('href')) ?? '', site.longhand.baseUrl).href, feed);
});

test('the page has no serious finding and is never wider than its window, light and dark', async () => {
  const findings = await lookAtPages(page, site.longhand.baseUrl, { 'release-notes': '/release-notes' });
  assert.deepEqual(findings, []);
});

test('the feed is well-formed Atom with an entry for each release, each leading to its place on the page', async () => {
  const response = await fetch(`${site.longhand.baseUrl}/release-notes/feed.xml`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  const [feed, ...entries] = await page.evaluate(
    (xml) => {
      const { documentElement: root } = new DOMParser().parseFromString(xml, 'application/xml');
      return [root, ...root.querySelectorAll('entry')].map((element) => ({
        name: `${element.namespaceURI} ${element.localName}`,
        id: element.querySelector(':scope > id')?.textContent ?? '',
        title: element.querySelector(':scope > title')?.textContent,
        updated: element.querySelector(':scope > updated')?.textContent ?? '',
        self: element.querySelector(':scope > link[rel="self"]')?.getAttribute('href'),
        alternate: element.querySelector(':scope > link[rel="alternate"]')?.getAttribute('href') ?? '',
        html: element.querySelector(':scope > content')?.textContent ?? '',
      }));
    },
    await response.text(),
  );

  assert.equal(feed?.name, 'http://www.w3.org/2005/Atom feed');
  assert.equal(feed.self, `${site.longhand.baseUrl}/release-notes/feed.xml`);
  assert.equal(feed.alternate, `${site.longhand.baseUrl}/release-notes`);
  assert.equal(entries.length, releases.length);
  assert.equal(new Set([feed.id, ...entries.map(({ id }) => id)]).size, releases.length + 1);
  for (const { id, updated } of [feed, ...entries]) {
    assert.match(id, /^urn:uuid:[\da-f-]{36}$/);
    assert.match(updated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  }
  for (const { alternate, title } of entries) {
    const { hash } = new URL(alternate);
    await expect(page.locator(`[id="${hash.slice(1)}"]`)).toHaveText(title ?? '');
  }
  assert.equal(entries.flatMap(({ html }) => html.match(/<li>/g) ?? []).length, changeCount);
});

test('a reader that has the feed is not sent it again', async () => {
  const url = `${site.longhand.baseUrl}/release-notes/feed.xml`;
  const first = await fetch(url);
  assert.equal(first.headers.get('cache-control'), 'public, max-age=3600');
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^"[\w-]+"$/);
  const again = await fetch(url, { headers: { 'if-none-match': `"other", W/${etag}` } });
  assert.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', etag]);
});
