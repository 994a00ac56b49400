import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { settings, useFreeService } from '#e2e/support/services/use-free-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';
import { signInForCookies } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';
import { operate } from '#e2e/support/account/operator';

let longhand: Longhand;
let page: Page;

before(async () => {
  ({ longhand } = await useFreeService());
  page = await freshPage(await shareBrowser());
});
after(closePages);

/** Opens a link, signed out. */
async function open(link: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(link);
  if ((await page.locator('main form').count()) > 0) await hydrated(page);
}

async function fillIn(email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('without an invitation nobody signs up, and no page says that one could', async () => {
  for (const path of ['/', '/sign-in']) {
    await open(`${longhand.baseUrl}${path}`);
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  }
  await open(`${longhand.baseUrl}/sign-up`);
  await page.getByRole('heading', { name: 'Invitation only' }).waitFor();
  await open(`${longhand.baseUrl}/sign-up?invitation=made-up`);
  await page.getByRole('heading', { name: 'Invitation no longer valid' }).waitFor();
});

test('an invitation makes one account, which is signed in at once; a taken address does not use it up', async () => {
  const { email } = await longhand.createAccount();
  const { invitation_url: link = '' } = await operate(longhand, ['invite'], settings);
  await open(link);
  const late = await page.context().newPage();
  await late.goto(link);
  await hydrated(late);
  await fillIn(email);
  await page.getByRole('alert').getByText('Couldn’t create an account').waitFor();
  await fillIn('guest@longhand.example');
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
  await page.getByText('guest@longhand.example').waitFor();
  await page.getByRole('link', { name: 'Open the sample transcript' }).waitFor();
  await page.close();

  page = late;
  await fillIn('second@longhand.example');
  await page.getByRole('alert').getByText('already used').waitFor();
  await open(link);
  await page.getByRole('heading', { name: 'Invitation no longer valid' }).waitFor();
});

test('a server that sends no mail says so, and the operator makes the link to a new password', async () => {
  const account = await longhand.createAccount();
  await open(`${longhand.baseUrl}/forgot-password`);
  await page.getByText('This server doesn’t send email').waitFor();
  const made = await operate(longhand, ['reset-link', account.email.toUpperCase()]);
  assert.equal(made['email'], account.email);
  const [link] = await longhand.sql<Array<{ until: Date; minutes: number }>>`
    select valid_until as until, round(extract(epoch from valid_until - created_at) / 60)::int as minutes
    from one_time_links where account_id = ${account.id}`;
  assert.deepEqual([link?.until.toISOString(), link?.minutes], [made['valid_until'], 60]);
  await open(made['reset_url'] ?? '');
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await signInForCookies(longhand, { ...account, password: 'the new password' });
});

test('an invitation for one address needs a server that takes guests, and an address without an account', async () => {
  const { email } = await longhand.createAccount();
  await assert.rejects(operate(longhand, ['invite', email], settings), /already exists/);
  await assert.rejects(operate(longhand, ['invite']), /LONGHAND_SIGN_UP is closed/);
});
