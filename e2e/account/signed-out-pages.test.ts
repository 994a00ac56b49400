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
 * Every page for visitors who are not signed in, on a phone and on a laptop, light and dark: no serious finding of axe,
 * and never wider than the window. first-visit.test.ts covers those of a server with open sign-up.
 */

const site = useSite({ keepsOpen: true });
let page: Page;
let german: Page;

before(async () => {
  page = await freshPage(site.browser);
  german = await (await freshContext(site.browser, { locale: 'de-DE' })).newPage();
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

/** The path of the image that the browser chose; empty before it has chosen. */
const readSource = ({ currentSrc }: HTMLImageElement): string =>
  currentSrc === '' ? '' : new URL(currentSrc).pathname;

for (const [what, width, colorScheme, file] of [
  ['wide and light', 1280, 'light', '/editor-light'],
  ['wide and dark', 1280, 'dark', '/editor-dark'],
  ['narrow and light', 360, 'light', '/editor-phone-light'],
  ['narrow and dark', 360, 'dark', '/editor-phone-dark'],
] as const) {
  test(`the front page shows the editor as it looks on a screen that is ${what}, in a place kept for it and in the reader’s language`, async () => {
    for (const [language, shown, name, path] of [
      ['en', page, 'The transcript editor', `${file}.webp`],
      ['de', german, 'Der Transkripteditor', `${file}-de.webp`],
    ] as const) {
      await shown.setViewportSize({ width, height: 800 });
      await shown.emulateMedia({ colorScheme });
      if (new URL(shown.url()).pathname !== '/') await shown.goto(site.longhand.baseUrl);
      await expect(shown.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`));
      const picture = shown.getByRole('img', { name });
      // An open page loads another file shortly after its screen changes.
      await expect.poll(() => picture.evaluate(readSource)).toBe(path);
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
    }
  });
}
