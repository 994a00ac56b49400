import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { makeClient } from '#e2e/support/client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { freshContext, freshPage, startBrowser } from '#e2e/support/browser';
import { lookAtPages } from '#e2e/support/look-at-page';

/*
 * Every page for someone without an account, on a phone and on a laptop, light and dark: without a serious finding of axe,
 * and never wider than its window. Those of a server where everybody may sign up are in walk.test.ts.
 */

let longhand: SharedLonghand;
let browser: Browser;
let sharedPath: string;

before(async () => {
  longhand = await useLonghand();
  browser = await startBrowser();
  const account = await longhand.createAccount();
  const id = await makeTranscript(longhand, account, { words: 60, monologues: 4 });
  const shared = await makeClient(longhand, account.apiKey).request(`/jobs/${id}/share`, { method: 'POST' });
  sharedPath = new URL(((await shared.json()) as { editor_url: string }).editor_url).pathname;
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

test('no page for strangers has a serious finding or is wider than its window, light and dark', async () => {
  const page = await freshPage(browser);
  const findings = await lookAtPages(page, longhand.baseUrl, {
    front: '/',
    'sign-in': '/sign-in',
    'sign-up-closed': '/sign-up',
    'forgot-password': '/forgot-password',
    'no-such-page': '/no-such-page',
    shared: sharedPath,
    'dead-link': `${sharedPath}x`,
  });
  assert.deepEqual(findings, []);
});

test('German fits as well', async () => {
  const page = await (await freshContext(browser, { locale: 'de-DE' })).newPage();
  const findings = await lookAtPages(
    page,
    longhand.baseUrl,
    {
      front: '/',
      'sign-in': '/sign-in',
      'sign-up-closed': '/sign-up',
      'forgot-password': '/forgot-password',
      'no-such-page': '/no-such-page',
    },
    { isTranslated: true },
  );
  assert.deepEqual(findings, []);
});

for (const [what, width, colorScheme, file] of [
  ['wide and light', 1280, 'light', '/editor-light.webp'],
  ['wide and dark', 1280, 'dark', '/editor-dark.webp'],
  ['narrow and light', 360, 'light', '/editor-phone-light.webp'],
  ['narrow and dark', 360, 'dark', '/editor-phone-dark.webp'],
] as const) {
  test(`the front page shows the editor as it looks on a screen that is ${what}, in a place kept for it`, async () => {
    const context = await freshContext(browser, { viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    await page.goto(longhand.baseUrl);
    const picture = page.getByRole('img', { name: 'The transcript editor' });
    const { source, isWhole, ratio, drawn } = await picture.evaluate(async (element: HTMLImageElement) => {
      await element.decode();
      const { width, height } = element.getBoundingClientRect();
      return {
        source: new URL(element.currentSrc).pathname,
        isWhole: element.complete,
        ratio: width / height,
        drawn: element.naturalWidth / element.naturalHeight,
      };
    });
    assert.deepEqual([source, isWhole], [file, true]);
    assert.ok(Math.abs(ratio - drawn) < 0.02, `${ratio} instead of ${drawn}`);
    await context.close();
  });
}
