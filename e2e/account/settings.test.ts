import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { BrowserContext, Page, Request } from 'playwright';
import { countAttempts } from '#e2e/support/account/count-attempts';
import { hydrated } from '#e2e/support/account/hydrated';
import { freshContext, freshPage } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { signInContext, signInForCookies } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';
import { toDisplayName } from '#lib/accounts/display-name';

/* The settings, in one browser. Of the account's other browsers, only their sessions are checked. */

const site = useSite({ keepsOpen: true });
let page: Page;
let account: TestAccount;

before(async () => {
  page = await freshPage(site.browser);
});
beforeEach(async () => {
  account = await site.longhand.createAccount();
});

/** Opens another browser of the account. */
async function openOther(): Promise<BrowserContext> {
  const context = await freshContext(site.browser);
  await signInContext(context, site.longhand, account);
  return context;
}

/** Opens a settings page of the account. */
async function open(path = '/settings/security'): Promise<void> {
  await signInContext(page.context(), site.longhand, account);
  await page.goto(site.longhand.baseUrl + path);
  await hydrated(page);
}

async function reload(): Promise<void> {
  await page.reload();
  await hydrated(page);
}

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  const answer = await context.request.get(`${site.longhand.baseUrl}/jobs`, { maxRedirects: 0 });
  return answer.status() === 200;
}

async function changePassword(current: string, chosen: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('a password is changed by who knows it, which signs every other browser out', async () => {
  const other = await openOther();
  await open();
  await changePassword('a wrong guess', 'my new password');
  await page.getByRole('alert').getByText('Wrong password').waitFor();
  assert.equal(await isSignedIn(other), true);

  await changePassword(account.password, 'my new password');
  await page.getByText('Password changed').waitFor();
  assert.equal(await isSignedIn(other), false);
  assert.equal(await isSignedIn(page.context()), true);

  await signInForCookies(site.longhand, { ...account, password: 'my new password' });
  await assert.rejects(signInForCookies(site.longhand, account), /error=CredentialsSignin/);
});

test('a new password that is common or too short is refused by the server too, in words, and nothing changes', async () => {
  await open();
  await changePassword(account.password, 'password');
  await page.getByRole('alert').getByText('too common').waitFor();
  await page.getByLabel('New password').evaluate((field) => field.removeAttribute('minlength'));
  await changePassword(account.password, 'short');
  await page.getByRole('alert').getByText('at least 8 characters').waitFor();
  await signInForCookies(site.longhand, account);
});

test('whoever sits at a signed-in browser has ten guesses at the password, wherever it is asked for', async () => {
  await open();
  await countAttempts(site.longhand, 'password-check', { accounts: [account.id], times: 8 });
  await changePassword('a wrong guess', 'my new password');
  await page.getByRole('alert').getByText('Wrong password').waitFor();
  await open('/settings/data');
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = async (password: string, answer: string) => {
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('alert').getByText(answer).waitFor();
  };
  await confirm('a wrong guess', 'Wrong password');
  await confirm(account.password, 'Too many attempts');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await open();
  await changePassword(account.password, 'my new password');
  await page.getByRole('alert').getByText('Too many attempts').waitFor();
});

test('browsers are listed by name, and one can be signed out', async () => {
  const other = await openOther();
  await open();
  const list = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem');
  await expect(list).toHaveCount(2);
  await expect(list.filter({ hasText: 'This browser' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).press('Enter');
  await waitFor('one browser in the list', async () => ((await list.count()) === 1 ? true : undefined));
  await expect(page.getByRole('button', { name: 'Sign out everywhere', exact: true })).toBeFocused();
  assert.equal(await isSignedIn(other), false);
  assert.equal(await isSignedIn(page.context()), true);
});

test('everywhere else is signed out, or everywhere, after a question', async () => {
  const other = await openOther();
  await open();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'hidden' });
  await expect(page.getByRole('button', { name: 'Sign out everywhere', exact: true })).toBeFocused();
  assert.equal(await isSignedIn(other), false);
  assert.equal(await isSignedIn(page.context()), true);

  await signInContext(other, site.longhand, account);
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL('**/sign-in');
  assert.equal(await isSignedIn(page.context()), false);
  assert.equal(await isSignedIn(other), false);
});

test('an action that another site calls does nothing, even with the cookie', async () => {
  const other = await openOther();
  await open();
  const asked = page.waitForRequest((request: Request) => 'next-action' in request.headers());
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const { 'next-action': action = '' } = (await asked).headers();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'hidden' });
  await signInContext(other, site.longhand, account);

  const call = (origin: string) =>
    page.request.post(`${site.longhand.baseUrl}/settings/security`, {
      headers: { 'next-action': action, origin, 'content-type': 'text/plain;charset=UTF-8' },
      data: '["others"]',
    });
  await call('https://evil.example');
  assert.equal(await isSignedIn(other), true);
  await call(site.longhand.baseUrl);
  assert.equal(await isSignedIn(other), false);
});

test('a session of another account can’t be ended, and one of thirty days has ended', async () => {
  const stranger = await openOther();
  const [theirs] = await site.longhand.sql<Array<{ id: string }>>`
    select id from sessions where account_id = ${account.id}`;
  account = await site.longhand.createAccount();
  await openOther();
  await open();
  await page.route('**/settings/security', async (route) => {
    const isAction = 'next-action' in route.request().headers();
    await route.continue(isAction ? { postData: JSON.stringify([{ id: theirs?.id }]) } : {});
  });
  const answered = page.waitForResponse((answer) => 'next-action' in answer.request().headers());
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  assert.equal((await answered).status(), 200);
  await page.unroute('**/settings/security');
  assert.equal(await isSignedIn(stranger), true);

  await site.longhand.sql`
    update sessions set created_at = now() - interval '30 days' where id = ${theirs?.id ?? ''}`;
  assert.equal(await isSignedIn(stranger), false);
});

test('the vocabulary is saved without repetition, and an invalid line is named before it is sent', async () => {
  await open('/settings/preferences');
  const field = page.getByLabel('Words and phrases');
  const save = page.getByRole('button', { name: 'Save vocabulary' });
  await field.fill(`Dashwood\n${'x'.repeat(101)}`);
  await page.getByRole('alert').getByText('Line 2: longer than 100 characters.').waitFor();
  await save.click();
  await expect(field).toBeFocused();

  await field.fill('Dashwood\n\n Norland   Park \nDashwood');
  await page.getByText('2 of 500').waitFor();
  await save.click();
  await page.getByText('Saved.').waitFor();
  await reload();
  await expect(field).toHaveValue('Dashwood\nNorland Park');
  const [row] = await site.longhand.sql<{ vocabulary: string[] }[]>`
    select vocabulary from accounts where id = ${account.id}`;
  assert.deepEqual(row?.vocabulary, ['Dashwood', 'Norland Park']);
});

test('a display name is saved and taken away again, an invalid one is explained, and the API knows none', async () => {
  await open('/settings');
  const field = page.getByRole('textbox', { name: 'Display name' });
  const save = page.getByRole('button', { name: 'Save name' });
  await page.getByText(`others see “${toDisplayName(account.email)}”`).waitFor();
  await field.fill('x'.repeat(81));
  await save.click();
  await page.getByRole('alert').getByText('Use at most 80 characters.').waitFor();
  await expect(field).toBeFocused();

  await field.fill('  Zoë   Łukasz ');
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  await expect(field).toHaveValue('Zoë Łukasz');
  await reload();
  await expect(field).toHaveValue('Zoë Łukasz');
  const client = makeClient(site.longhand, account.apiKey);
  for (const path of ['/account', '/jobs']) {
    assert.doesNotMatch(await (await client.request(path)).text(), /Zoë|display_name/);
  }

  await field.fill('');
  await save.click();
  await page.getByText('Saved.').waitFor();
  const [row] = await site.longhand.sql<{ display_name: string | null }[]>`
    select display_name from accounts where id = ${account.id}`;
  assert.deepEqual(row, { display_name: null });
});

test('where the server sends no email, the choice is disabled and says so', async () => {
  await open('/settings/preferences');
  await expect(page.getByLabel('Email me')).toBeDisabled();
  await page.getByText('This server isn’t set up to send email.').waitFor();
});
