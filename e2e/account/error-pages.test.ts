import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { checkPage } from '#e2e/support/editor/check-page';
import { expect } from '#e2e/support/expect';
import { signIn } from '#e2e/support/sign-in';
import { startLonghand, type Longhand, type TestAccount } from '#e2e/support/start-longhand';

/* Pages that are not there, not permitted or broken: who is signed in can go on from them. */

let longhand: Longhand;
let browser: Browser;
let account: TestAccount;
let page: Page;

before(async () => {
  longhand = await startLonghand();
  browser = await startBrowser();
  account = await longhand.createAccount();
  page = await freshPage(browser);
  await signIn(page, longhand, account);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

/** Opens this path, which answers so, and looks at the navigation there. */
async function findsNavigation(path: string, status: number): Promise<void> {
  const answer = await page.goto(`${longhand.baseUrl}${path}`);
  assert.equal(answer?.status(), status, path);
  const navigation = page.getByRole('navigation', { name: 'Account' });
  await navigation.getByRole('link', { name: 'Transcripts' }).waitFor();
  await page.getByText(account.email).waitFor();
  await checkPage(page);
}

test('pages that are not there keep the account’s navigation, also those of dead links and of others’ transcripts', async () => {
  await findsNavigation('/no-such-page', 404);
  await findsNavigation(`/editor/${'x'.repeat(22)}`, 404);
  await findsNavigation(`/editor/shared/${'x'.repeat(32)}`, 404);
});

test('a page that fails keeps the account’s navigation, which leads to pages that work', async () => {
  await longhand.sql`alter table jobs rename to jobs_away`;
  try {
    await findsNavigation('/jobs', 500);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  } finally {
    await longhand.sql`alter table jobs_away rename to jobs`;
  }
});

test('who is signed out sees no account on them', async () => {
  const stranger = await freshPage(browser);
  await stranger.goto(`${longhand.baseUrl}/no-such-page`);
  await stranger.getByRole('heading', { name: 'Page not found' }).waitFor();
  await expect(stranger.getByRole('navigation', { name: 'Account' })).toHaveCount(0);
});
