import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { makeClient } from '#e2e/support/client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { freshContext, freshPage } from '#e2e/support/browser';
import { lookAtPages } from '#e2e/support/look-at-page';
import { useSite } from '#e2e/support/use-site';

// Only with --all: pages in two languages.

/*
 * Every page for someone without an account, on a phone and on a laptop, light and dark: without a serious finding of axe,
 * and never wider than its window. Those of a server where everybody may sign up are in first-visit.test.ts.
 */

const site = useSite({ keepsOpen: true });
let page: Page;

before(async () => {
  page = await freshPage(site.browser);
});

test('no page for strangers has a serious finding or is wider than its window, light and dark', async () => {
  const { longhand } = site;
  const account = await longhand.createAccount();
  const id = await makeTranscript(longhand, account, { words: 60, monologues: 4 });
  const shared = await makeClient(longhand, account.apiKey).request(`/jobs/${id}/share`, { method: 'POST' });
  const { pathname } = new URL(((await shared.json()) as { editor_url: string }).editor_url);
  const findings = await lookAtPages(page, longhand.baseUrl, {
    front: '/',
    'sign-in': '/sign-in',
    'sign-up-closed': '/sign-up',
    'forgot-password': '/forgot-password',
    'no-such-page': '/no-such-page',
    help: '/help',
    shared: pathname,
    'dead-link': `${pathname}x`,
  });
  assert.deepEqual(findings, []);
});

test('German fits as well', async () => {
  const german = await (await freshContext(site.browser, { locale: 'de-DE' })).newPage();
  const findings = await lookAtPages(
    german,
    site.longhand.baseUrl,
    {
      front: '/',
      'sign-in': '/sign-in',
      'sign-up-closed': '/sign-up',
      'forgot-password': '/forgot-password',
      'no-such-page': '/no-such-page',
      help: '/help',
    },
    { isTranslated: true },
  );
  assert.deepEqual(findings, []);
});

/** The path of the file that is shown; empty while none is chosen. */
const readSource = ({ currentSrc }: HTMLImageElement): string =>
  currentSrc === '' ? '' : new URL(currentSrc).pathname;

for (const [what, width, colorScheme, file] of [
  ['wide and light', 1280, 'light', '/editor-light.webp'],
  ['wide and dark', 1280, 'dark', '/editor-dark.webp'],
  ['narrow and light', 360, 'light', '/editor-phone-light.webp'],
  ['narrow and dark', 360, 'dark', '/editor-phone-dark.webp'],
] as const) {
  test(`the front page shows the editor as it looks on a screen that is ${what}, in a place kept for it`, async () => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (new URL(page.url()).pathname !== '/') await page.goto(site.longhand.baseUrl);
    const picture = page.getByRole('img', { name: 'The transcript editor' });
    // An open page takes another file a moment after its screen has changed.
    await expect.poll(() => picture.evaluate(readSource)).toBe(file);
    const { isWhole, ratio, drawn } = await picture.evaluate(async (element: HTMLImageElement) => {
      await element.decode();
      const { width, height } = element.getBoundingClientRect();
      return {
        isWhole: element.complete,
        ratio: width / height,
        drawn: element.naturalWidth / element.naturalHeight,
      };
    });
    assert.equal(isWhole, true);
    assert.ok(Math.abs(ratio - drawn) < 0.02, `${ratio} instead of ${drawn}`);
  });
}
