import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { clientOf } from '../client';
import { makeTranscript } from '../editor/make-transcript';
import { useLonghand, type SharedLonghand } from '../start-longhand';
import { freshPage, startBrowser } from '../support/browser';
import { lookAtPages } from '../support/look-at-page';

/*
 * Every page for somebody without an account, on a phone and on a laptop, light and dark: without a serious finding of axe,
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
  const shared = await clientOf(longhand, account.apiKey).request(`/jobs/${id}/share`, { method: 'POST' });
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
