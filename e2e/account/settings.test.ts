import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import type { Browser, Page, Request } from 'playwright';
import { expect } from '#e2e/support/expect';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { freshContext, freshPage, startBrowser } from '#e2e/support/browser';
import { signIn, signInContext, signInForCookies } from '#e2e/support/sign-in';
import { toDisplayName } from '#lib/accounts/display-name';
import { makeClient } from '#e2e/support/client';
import { hydrated } from '#e2e/support/account/hydrated';

let longhand: SharedLonghand;
let browser: Browser;
let account: TestAccount;

before(async () => {
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
});
beforeEach(async () => {
  account = await longhand.createAccount();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function settingsPage(): Promise<Page> {
  const context = await freshContext(browser);
  await signInContext(context, longhand, account);
  const page = await context.newPage();
  await page.goto(`${longhand.baseUrl}/settings`);
  await hydrated(page);
  return page;
}

/** Whether the page's browser is still signed in. */
async function isSignedIn(page: Page): Promise<boolean> {
  await page.goto(`${longhand.baseUrl}/jobs`);
  return page.url() === `${longhand.baseUrl}/jobs`;
}

async function changePassword(page: Page, current: string, chosen: string): Promise<void> {
  await page.getByLabel('Current password').fill(current);
  await page.getByLabel('New password').fill(chosen);
  await page.getByRole('button', { name: 'Change password' }).click();
}

test('a password is changed by who knows it, which signs every other browser out', async () => {
  const [here, there] = [await settingsPage(), await settingsPage()];
  await changePassword(here, 'a wrong guess', 'my new password');
  await here.getByRole('alert').getByText('Wrong password').waitFor();
  assert.equal(await isSignedIn(there), true);

  await changePassword(here, account.password, 'my new password');
  await here.getByText('Password changed').waitFor();
  assert.equal(await isSignedIn(there), false);
  assert.equal(await isSignedIn(here), true);

  await signIn(there, longhand, { ...account, password: 'my new password' });
  const late = await freshPage(browser);
  await late.goto(`${longhand.baseUrl}/sign-in`);
  await hydrated(late);
  await late.getByLabel('Email').fill(account.email);
  await late.getByLabel('Password', { exact: true }).fill(account.password);
  await late.getByRole('button', { name: 'Sign in', exact: true }).click();
  await late.getByRole('alert').getByText('Wrong email or password').waitFor();
});

test('a new password that is too short is refused by the server too, and nothing changes', async () => {
  const page = await settingsPage();
  await page.getByLabel('New password').evaluate((field) => field.removeAttribute('minlength'));
  await changePassword(page, account.password, 'short');
  await page.getByRole('alert').getByText('at least 8 characters').waitFor();
  await signInForCookies(longhand, account);
});

test('deleting the account gives no more guesses at the password, and neither does anything else', async () => {
  const page = await settingsPage();
  await page.getByRole('button', { name: 'Delete account…' }).click();
  const dialog = page.getByRole('dialog');
  const tryOnce = async (password: string, answer: string) => {
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await dialog.getByRole('alert').getByText(answer).waitFor();
  };
  for (let n = 0; n < 10; n++) await tryOnce(`guess ${n}`, 'Wrong password');
  await tryOnce(account.password, 'Too many attempts');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await changePassword(page, account.password, 'my new password');
  await page.getByRole('alert').getByText('Too many attempts').waitFor();
});

test('a common password is refused by name', async () => {
  const page = await settingsPage();
  await changePassword(page, account.password, 'password');
  await page.getByRole('alert').getByText('too common').waitFor();
  await signInForCookies(longhand, account);
});

test('whoever sits at a signed-in browser has ten guesses at the password', async () => {
  const page = await settingsPage();
  for (let n = 0; n < 10; n++) {
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await changePassword(page, 'a wrong guess', 'my new password');
    await answered;
    await page.getByRole('alert').getByText('Wrong password').waitFor();
  }
  await changePassword(page, account.password, 'my new password');
  await page.getByRole('alert').getByText('Too many attempts').waitFor();
});

test('browsers are listed by name, and one can be signed out', async () => {
  const other = await settingsPage();
  const page = await settingsPage();
  const list = page.getByRole('list', { name: 'Signed-in browsers' }).getByRole('listitem');
  await expect(list).toHaveCount(2);
  await expect(list.filter({ hasText: 'This browser' })).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out Chrome on Linux' }).press('Enter');
  await waitFor('one browser in the list', async () => ((await list.count()) === 1 ? true : undefined));
  await expect(page.getByRole('button', { name: 'Sign out everywhere', exact: true })).toBeFocused();
  assert.equal(await isSignedIn(other), false);
  assert.equal(await isSignedIn(page), true);
});

test('everywhere else is signed out, or everywhere, after a question', async () => {
  const [here, there] = [await settingsPage(), await settingsPage()];
  await here.reload();
  await hydrated(here);
  await here.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter');
  await here.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'hidden' });
  await expect(here.getByRole('button', { name: 'Sign out everywhere', exact: true })).toBeFocused();
  assert.equal(await isSignedIn(there), false);
  assert.equal(await isSignedIn(here), true);

  await signIn(there, longhand, account);
  await here.goto(`${longhand.baseUrl}/settings`);
  await hydrated(here);
  await here.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  const question = here.getByRole('dialog', { name: 'Sign out everywhere?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await here.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await question.getByRole('button', { name: 'Sign out everywhere' }).click();
  await here.waitForURL('**/sign-in');
  assert.equal(await isSignedIn(here), false);
  assert.equal(await isSignedIn(there), false);
});

test('an action that another site calls does nothing, even with the cookie', async () => {
  const page = await settingsPage();
  const other = await settingsPage();
  await page.reload();
  await hydrated(page);
  const asked = page.waitForRequest((request: Request) => 'next-action' in request.headers());
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  const { 'next-action': action = '' } = (await asked).headers();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'hidden' });
  await signIn(other, longhand, account);

  const call = (origin: string) =>
    page.request.post(`${longhand.baseUrl}/settings`, {
      headers: { 'next-action': action, origin, 'content-type': 'text/plain;charset=UTF-8' },
      data: '["others"]',
    });
  await call('https://evil.example');
  assert.equal(await isSignedIn(other), true);
  await call(longhand.baseUrl);
  assert.equal(await isSignedIn(other), false);
});

test('a session of another account can’t be ended, and one of thirty days has ended', async () => {
  const page = await settingsPage();
  const [mine] = await longhand.sql<Array<{ id: string }>>`
    select id from sessions where account_id = ${account.id}`;
  account = await longhand.createAccount();
  const other = await settingsPage();
  await settingsPage();
  await other.reload();
  await hydrated(other);
  await other.route('**/settings', async (route) => {
    const isAction = 'next-action' in route.request().headers();
    await route.continue(isAction ? { postData: JSON.stringify([{ id: mine?.id }]) } : {});
  });
  const answered = other.waitForResponse((answer) => 'next-action' in answer.request().headers());
  await other.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  assert.equal((await answered).status(), 200);
  assert.equal(await isSignedIn(page), true);

  await longhand.sql`update sessions set created_at = now() - interval '30 days' where id = ${mine?.id ?? ''}`;
  assert.equal(await isSignedIn(page), false);
});

test('the vocabulary is saved without repetition, and an invalid line is named before it is sent', async () => {
  const page = await settingsPage();
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
  await page.reload();
  await hydrated(page);
  await expect(field).toHaveValue('Dashwood\nNorland Park');
  const [row] = await longhand.sql<{ vocabulary: string[] }[]>`
    select vocabulary from accounts where id = ${account.id}`;
  assert.deepEqual(row?.vocabulary, ['Dashwood', 'Norland Park']);
});

test('a display name is saved and taken away again, an invalid one is explained, and the API knows none', async () => {
  const page = await settingsPage();
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
  await page.reload();
  await hydrated(page);
  await expect(field).toHaveValue('Zoë Łukasz');
  const client = makeClient(longhand, account.apiKey);
  for (const path of ['/account', '/jobs']) {
    assert.doesNotMatch(await (await client.request(path)).text(), /Zoë|display_name/);
  }

  await field.fill('');
  await save.click();
  await page.getByText('Saved.').waitFor();
  const [row] = await longhand.sql<{ display_name: string | null }[]>`
    select display_name from accounts where id = ${account.id}`;
  assert.deepEqual(row, { display_name: null });
});
