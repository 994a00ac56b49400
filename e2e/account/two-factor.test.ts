import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { operate } from '#e2e/support/account/operator';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { signInContext, signInForCookies } from '#e2e/support/sign-in';
import { startLonghand, type Longhand, type TestAccount } from '#e2e/support/start-longhand';
import { getCode, getStep } from '#lib/accounts/two-factor/totp';
import { waitFor } from '#e2e/support/wait';

/* A code of an authenticator app after the password. */

let longhand: Longhand;
let browser: Browser;

before(async () => {
  [longhand, browser] = await Promise.all([startLonghand(), startBrowser()]);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

/** Sets two-factor sign-in up in a browser of the account; the page shows the recovery codes then. */
async function setUp(account: TestAccount): Promise<{ page: Page; secret: string; codes: string[] }> {
  const page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
  await page.goto(`${longhand.baseUrl}/settings`);
  await hydrated(page);
  const section = page.getByRole('region', { name: 'Two-factor sign-in' });
  await section.getByRole('button', { name: 'Set up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  await dialog.getByLabel('Your password').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await section.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = await section.locator('code').innerText();
  await section.getByLabel('Code', { exact: true }).fill('000000');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('alert').getByText('Wrong code').waitFor();
  await section.getByLabel('Code', { exact: true }).fill(getCode(secret, getStep(new Date())));
  await section.getByRole('button', { name: 'Turn on' }).click();
  const list = section.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  const codes = await list.getByRole('listitem').allInnerTexts();
  assert.equal(codes.length, 10);
  return { page, secret, codes };
}

/** Types address and password, and waits to be asked for a code. */
async function enter({ email, password }: TestAccount): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(`${longhand.baseUrl}/sign-in?next=/settings`);
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  return page;
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('after the password, sign-in asks for a code of the app or a recovery code, each of which counts once', async () => {
  const account = await longhand.createAccount();
  const { page, secret, codes } = await setUp(account);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  assert.equal(await readFile(await (await saved).path(), 'utf8'), `${codes.join('\n')}\n`);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('10 recovery codes left').waitFor();

  const here = await enter(account);
  await expect(here.getByLabel('Code', { exact: true })).toBeFocused();
  // The code of the set-up has been used.
  const [{ last_step: used } = {}] =
    await longhand.sql`select last_step from two_factors where account_id = ${account.id}`;
  await enterCode(here, getCode(secret, Number(used)));
  await here.getByRole('alert').getByText('Wrong or already used code').waitFor();
  await longhand.sql`update two_factors set last_step = null where account_id = ${account.id}`;
  await enterCode(here, getCode(secret, getStep(new Date())));
  await here.waitForURL(`${longhand.baseUrl}/settings`);

  const there = await enter(account);
  await enterCode(there, codes[3] ?? '');
  await there.waitForURL(`${longhand.baseUrl}/settings`);
  await there.getByText('9 recovery codes left').waitFor();
  const again = await enter(account);
  await enterCode(again, codes[3] ?? '');
  await again.getByRole('alert').getByText('Wrong or already used code').waitFor();

  const answer = await makeClient(longhand, account.apiKey).request('/jobs');
  assert.equal(answer.status, 200, 'API keys need no code');
});

test('an account stops taking codes after ten wrong ones, and other accounts do not', async () => {
  const account = await longhand.createAccount();
  const { codes } = await setUp(account);
  const page = await enter(account);
  for (let n = 0; n < 10; n++) {
    await enterCode(page, `no code ${n}`);
    await page.getByRole('alert').getByText('Wrong or already used code').waitFor();
  }
  await enterCode(page, codes[0] ?? '');
  await page.getByRole('alert').getByText('Too many attempts').waitFor();
  await waitFor('the wrong codes in the audit log', async () => {
    const [row] = await longhand.sql`
      select from audit_events where account_id = ${account.id} and action = 'session.refused'
        and details->>'reason' = 'wrong_code' having count(*) = 10`;
    return row;
  });
  const other = await longhand.createAccount();
  const { codes: othersCodes } = await setUp(other);
  const elsewhere = await enter(other);
  await enterCode(elsewhere, othersCodes[0] ?? '');
  await elsewhere.waitForURL(`${longhand.baseUrl}/settings`);
});

test('setting it up asks for the password: codes of it prove who is asking', async () => {
  const account = await longhand.createAccount();
  const page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
  await page.goto(`${longhand.baseUrl}/settings`);
  await hydrated(page);
  await keepsFocus(page, page.getByRole('button', { name: 'Set up…' }));
  await page.getByRole('button', { name: 'Set up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  const offer = async (password: string) => {
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  await offer('not the password');
  await dialog.getByRole('alert').getByText('Wrong password').waitFor();
  // Who signs in elsewhere has no password, and can't put a code before one that is set later.
  await longhand.sql`update accounts set password_hash = null where id = ${account.id}`;
  await offer(account.password);
  await dialog.getByRole('alert').getByText('Wrong password').waitFor();
  assert.deepEqual([...(await longhand.sql`select from two_factors where account_id = ${account.id}`)], []);
});

test('new recovery codes and turning it off ask for the password or a code', async () => {
  const account = await longhand.createAccount();
  const { page, codes } = await setUp(account);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  const dialog = page.getByRole('dialog');
  await keepsFocus(page, page.getByRole('button', { name: 'New recovery codes…' }));
  await keepsFocus(page, page.getByRole('button', { name: 'Turn off…' }));
  await page.getByRole('button', { name: 'New recovery codes…' }).click();
  await dialog.getByLabel('Your password or a code').fill('neither');
  await dialog.getByRole('button', { name: 'Create codes' }).click();
  await dialog.getByRole('alert').getByText('Wrong password or code').waitFor();
  await dialog.getByLabel('Your password or a code').fill(codes[0] ?? '');
  await dialog.getByRole('button', { name: 'Create codes' }).click();
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();

  await page.getByRole('button', { name: 'Turn off…' }).click();
  await dialog.getByLabel('Your password or a code').fill(account.password);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('button', { name: 'Set up…' }).waitFor();
  await signInForCookies(longhand, account);
});

test('an operator turns it off for an account that is locked out', async () => {
  const account = await longhand.createAccount();
  await setUp(account);
  const printed = await operate(longhand, ['two-factor-off', account.email.toUpperCase()]);
  assert.deepEqual(printed, { email: account.email, two_factor: 'off', was_on: true });
  await signInForCookies(longhand, account);
});
