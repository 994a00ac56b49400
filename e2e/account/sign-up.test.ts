import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { signIn } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';
import { operate } from '#e2e/support/account/operator';

const settings = { LONGHAND_SIGN_UP: 'invite' };

let longhand: Longhand;
let browser: Browser;

before(async () => {
  [longhand, browser] = await Promise.all([startLonghand(settings), startBrowser()]);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function open(link: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(link);
  if ((await page.locator('main form').count()) > 0) await hydrated(page);
  return page;
}

test('without an invitation nobody signs up, and no page says that one could', async () => {
  const page = await open(`${longhand.baseUrl}/sign-up`);
  await page.getByRole('heading', { name: 'Invitation only' }).waitFor();
  await page.goto(`${longhand.baseUrl}/sign-up?invitation=made-up`);
  await page.getByRole('heading', { name: 'Invitation no longer valid' }).waitFor();
  for (const path of ['/', '/sign-in']) {
    await page.goto(`${longhand.baseUrl}${path}`);
    await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
  }
});

test('an invitation makes one account, which is signed in at once', async () => {
  const { invitation_url: link = '' } = await operate(longhand, ['invite'], settings);
  const [page, late] = [await open(link), await open(link)];
  await page.getByLabel('Email').fill('guest@longhand.example');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
  await page.getByText('guest@longhand.example').waitFor();

  await late.getByLabel('Email').fill('second@longhand.example');
  await late.getByLabel('Password', { exact: true }).fill('a good password');
  await late.getByRole('button', { name: 'Create account' }).click();
  await late.getByRole('alert').getByText('already used').waitFor();
  await late.reload();
  await late.getByRole('heading', { name: 'Invitation no longer valid' }).waitFor();
});

test('a taken address does not use the invitation up', async () => {
  const { email } = await longhand.createAccount();
  const { invitation_url: link = '' } = await operate(longhand, ['invite'], settings);
  const page = await open(link);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').getByText('Couldn’t create an account').waitFor();
  await page.getByLabel('Email').fill('another@longhand.example');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
});

test('a server that sends no mail says so, and the operator makes the link to a new password', async () => {
  const account = await longhand.createAccount();
  const page = await open(`${longhand.baseUrl}/forgot-password`);
  await page.getByText('This server doesn’t send email').waitFor();
  const made = await operate(longhand, ['reset-link', account.email.toUpperCase()]);
  assert.equal(made['email'], account.email);
  const [link] = await longhand.sql<Array<{ until: Date; minutes: number }>>`
    select valid_until as until, round(extract(epoch from valid_until - created_at) / 60)::int as minutes
    from one_time_links where account_id = ${account.id}`;
  assert.deepEqual([link?.until.toISOString(), link?.minutes], [made['valid_until'], 60]);
  await page.goto(made['reset_url'] ?? '');
  await hydrated(page);
  await page.getByLabel('New password').fill('the new password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await signIn(page, longhand, { ...account, password: 'the new password' });
});

test('an invitation for one address needs a server that takes guests, and an address without an account', async () => {
  const { email } = await longhand.createAccount();
  await assert.rejects(operate(longhand, ['invite', email], settings), /already exists/);
  await assert.rejects(operate(longhand, ['invite']), /LONGHAND_SIGN_UP is closed/);
});
