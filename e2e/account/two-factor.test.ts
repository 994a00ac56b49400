import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { countAttempts } from '#e2e/support/account/count-attempts';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { operate } from '#e2e/support/account/operator';
import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import { freshPage } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { readDownload } from '#e2e/support/read-download';
import { signInContext, signInForCookies } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { beginTwoFactor, confirmTwoFactor } from '#lib/accounts/two-factor/two-factor';
import { getCode, getStep } from '#lib/accounts/two-factor/totp';
import { readSecret } from '#lib/settings/secret';
import { waitFor } from '#e2e/support/wait';

/* A code from an authenticator app after the password: on one page, each test continues from the previous one. */

const site = useSite({ keepsOpen: true });
let account: TestAccount;
let page: Page;
let codes: string[];

before(async () => {
  account = await site.longhand.createAccount();
  page = await freshPage(site.browser);
  await signInContext(page.context(), site.longhand, account);
  await page.goto(`${site.longhand.baseUrl}/settings/security`);
  await hydrated(page);
});

/** Sets up two-factor authentication without a browser. Returns the recovery codes. */
async function makeProtected(): Promise<{ account: TestAccount; codes: string[] }> {
  const made = await site.longhand.createAccount();
  const owner = { accountId: made.id, secret: await readSecret({ dataDir: site.longhand.dataDir }) };
  const given = await withServiceDatabase(site.longhand, async (db) => {
    const shared = (await beginTwoFactor(db, owner)) ?? '';
    return confirmTwoFactor(db, { ...owner, code: getCode(shared, getStep(new Date())) });
  });
  assert.ok(Array.isArray(given));
  return { account: made, codes: given };
}

/** Enters email and password in a browser with no cookie except `keep`, and waits for the prompt for a code. */
async function enter({ email, password }: TestAccount, { keep = '' } = {}): Promise<void> {
  const kept = (await page.context().cookies()).filter(({ name }) => name === keep);
  await page.context().clearCookies();
  await page.context().addCookies(kept);
  await page.goto(`${site.longhand.baseUrl}/sign-in?next=/settings/security`);
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
}

async function enterCode(code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('setting it up asks for the password: codes of it prove who is asking', async () => {
  const { sql } = site.longhand;
  await keepsFocus(page, page.getByRole('button', { name: 'Set up…' }));
  await page.getByRole('button', { name: 'Set up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-factor sign-in' });
  const offer = async (password: string) => {
    await dialog.getByLabel('Your password').fill(password);
    await dialog.getByRole('button', { name: 'Continue' }).click();
  };
  await offer('not the password');
  await dialog.getByRole('alert').getByText('Wrong password').waitFor();
  // Accounts without a password can't enable codes in advance of a password set later.
  const [{ hash } = {}] = await sql`select password_hash as hash from accounts where id = ${account.id}`;
  await sql`update accounts set password_hash = null where id = ${account.id}`;
  await offer(account.password);
  await dialog.getByRole('alert').getByText('Wrong password').waitFor();
  assert.deepEqual([...(await sql`select from two_factors where account_id = ${account.id}`)], []);
  await sql`update accounts set password_hash = ${hash} where id = ${account.id}`;
  await offer(account.password);
  await dialog.waitFor({ state: 'hidden' });
});

test('after the password, sign-in asks for a code of the app or a recovery code, each of which counts once', async () => {
  const { sql, baseUrl } = site.longhand;
  const section = page.getByRole('region', { name: 'Two-factor sign-in' });
  await section.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const secret = await section.locator('code').innerText();
  await section.getByLabel('Code', { exact: true }).fill('000000');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await section.getByRole('alert').getByText('Wrong code').waitFor();
  await section.getByLabel('Code', { exact: true }).fill(getCode(secret, getStep(new Date())));
  await section.getByRole('button', { name: 'Turn on' }).click();
  const list = section.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  codes = await list.getByRole('listitem').allInnerTexts();
  assert.equal(codes.length, 10);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  assert.equal((await readDownload(await saved)).toString(), `${codes.join('\n')}\n`);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('10 recovery codes left').waitFor();

  await enter(account);
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  // The code used during setup is spent.
  const [{ last_step: used } = {}] =
    await sql`select last_step from two_factors where account_id = ${account.id}`;
  await enterCode(getCode(secret, Number(used)));
  await page.getByRole('alert').getByText('Wrong or already used code').waitFor();
  await sql`update two_factors set last_step = null where account_id = ${account.id}`;
  await enterCode(getCode(secret, getStep(new Date())));
  await page.waitForURL(`${baseUrl}/settings/security`);

  await enter(account);
  const [, code = ''] = codes;
  await enterCode(code);
  await page.waitForURL(`${baseUrl}/settings/security`);
  await page.getByText('9 recovery codes left').waitFor();
  await assert.rejects(signInForCookies(site.longhand, { ...account, code }), /error=wrong-code/);

  const answer = await makeClient(site.longhand, account.apiKey).request('/jobs');
  assert.equal(answer.status, 200, 'API keys need no code');
});

test('new recovery codes and turning it off ask for the password or a code', async () => {
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
  await signInForCookies(site.longhand, account);
});

test('strangers’ guesses end at fifty a day, and lock out neither recovery codes nor a browser that is known', async () => {
  const [guessed, other] = [await makeProtected(), await makeProtected()];
  const { id } = guessed.account;
  for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4', '203.0.113.5'])
    await countAttempts(site.longhand, 'second-factor', { accounts: [id], address, times: 10 });
  await enter(guessed.account);
  await enterCode('000000');
  await page.getByRole('alert').getByText('Too many attempts').waitFor();
  await enterCode(guessed.codes[0] ?? '');
  await page.waitForURL(`${site.longhand.baseUrl}/settings/security`);

  await enter(guessed.account, { keep: 'longhand.device' });
  await enterCode('000000');
  await page.getByRole('alert').getByText('Wrong or already used code').waitFor();
  await waitFor('the wrong code in the audit log', async () => {
    const [row] = await site.longhand.sql`
      select from audit_events where account_id = ${id} and action = 'session.refused'
        and details->>'reason' = 'wrong_code'`;
    return row;
  });
  await signInForCookies(site.longhand, { ...other.account, code: other.codes[0] ?? '' });
});

test('an operator turns it off for an account that is locked out', async () => {
  const { account: locked } = await makeProtected();
  const printed = await operate(site.longhand, ['two-factor-off', locked.email.toUpperCase()]);
  assert.deepEqual(printed, { email: locked.email, two_factor: 'off', was_on: true });
  await signInForCookies(site.longhand, locked);
});
