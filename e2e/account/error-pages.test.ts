import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { placeJobs } from '#e2e/support/account/jobs-page';
import { freshPage } from '#e2e/support/browser';
import { checkPage } from '#e2e/support/editor/check-page';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';

/* Missing, forbidden and broken pages keep the navigation for signed-in users. */

const site = useSite({ keepsOpen: true });
let account: TestAccount;
let page: Page;

before(async () => {
  account = await site.longhand.createAccount();
  page = await freshPage(site.browser);
  await signInContext(page.context(), site.longhand, account);
});

/** Opens a path, and checks its status and the navigation. */
async function findsNavigation(path: string, status: number): Promise<void> {
  const answer = await page.goto(`${site.longhand.baseUrl}${path}`);
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
  const { longhand } = site;
  await placeJobs(longhand, account, [{ name: 'talk.wav' }]);
  // No page can format this time, so the page fails.
  await longhand.sql`update jobs set created_at = 'infinity' where account_id = ${account.id}`;
  try {
    await findsNavigation('/jobs', 500);
    await page.getByRole('heading', { name: 'Something went wrong' }).waitFor();
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  } finally {
    await longhand.sql`delete from jobs where account_id = ${account.id}`;
  }
});

test('who is signed out sees no account on them', async () => {
  const answer = await fetch(`${site.longhand.baseUrl}/no-such-page`);
  const shown = await answer.text();
  assert.match(shown, /Page not found/);
  assert.doesNotMatch(shown, /aria-label="Account"/);
});
