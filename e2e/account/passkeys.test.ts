import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, CDPSession, Page, Request } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { expect } from '#e2e/support/expect';
import { lookAtPages } from '#e2e/support/look-at-page';
import { signInContext } from '#e2e/support/sign-in';
import { startLonghand, type Longhand, type TestAccount } from '#e2e/support/start-longhand';

/* Passkeys, with Chromium's virtual authenticator. */

let longhand: Longhand;
let baseUrl: string;
let browser: Browser;

before(async () => {
  // Its public address is then http://localhost.
  [longhand, browser] = await Promise.all([startLonghand({ HOST: '0.0.0.0' }), startBrowser()]);
  baseUrl = `http://localhost:${new URL(longhand.baseUrl).port}`;
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

/** Gives the page's browser an authenticator that knows its person. */
async function plugIn(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** A browser with an authenticator and a passkey of the account, signed in. */
async function addPasskey(account: TestAccount, name: string) {
  const page = await freshPage(browser);
  const authenticator = await plugIn(page);
  await signInContext(page.context(), { baseUrl }, account);
  await page.goto(`${baseUrl}/settings`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Your password or a code').fill('a wrong guess');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('alert').getByText('Wrong password or code').waitFor();
  await dialog.getByLabel('Your password or a code').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added.').waitFor();
  await page.getByRole('list', { name: 'Passkeys' }).getByText(name).waitFor();
  return { page, ...authenticator };
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${baseUrl}/sign-in?next=/settings`);
  await hydrated(page);
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('a passkey signs in without address, password and code, and is listed with its last use', async () => {
  const account = await longhand.createAccount();
  const { page } = await addPasskey(account, 'My laptop');
  await page.getByText('Last used: never').waitFor();
  await longhand.sql`
    insert into two_factors (account_id, sealed_secret, confirmed_at) values (${account.id}, 'none', now())`;
  await signOut(page);
  await passkeyButton(page).click();
  await page.waitForURL(`${baseUrl}/settings`);
  await page.getByRole('list', { name: 'Passkeys' }).getByText('My laptop').waitFor();
  await expect(page.getByText('Last used: never')).toHaveCount(0);
  await page.goto(`${baseUrl}/settings/security-log`);
  const logged = (what: string) => page.getByRole('row').filter({ hasText: what });
  await logged('Signed in').getByText('With a passkey').waitFor();
  await logged('Passkey added').getByText('My laptop').waitFor();
});

test('a removed passkey signs in no more, and the page says so', async () => {
  const account = await longhand.createAccount();
  const { page } = await addPasskey(account, 'My phone');
  await keepsFocus(page, page.getByRole('button', { name: 'Add a passkey…' }));
  await keepsFocus(page, page.getByRole('button', { name: 'Remove My phone' }));
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys yet.').waitFor();
  await signOut(page);
  await passkeyButton(page).click();
  await page.getByRole('alert').getByText('This passkey isn’t registered on this server').waitFor();
  await page.goto(`${baseUrl}/jobs`);
  await page.waitForURL('**/sign-in?next=%2Fjobs');
});

test('an answer counts once, and only from the browser that asked', async () => {
  const account = await longhand.createAccount();
  const { page } = await addPasskey(account, 'My laptop');
  await signOut(page);
  const isAnswer = (request: Request) => request.url().endsWith('/api/auth/callback/passkey');
  // The answer is kept from the server, and sent from elsewhere.
  await page.route('**/api/auth/callback/passkey', (route) => route.abort());
  const asked = page.waitForRequest(isAnswer);
  await passkeyButton(page).click();
  const { response } = (await asked).postDataJSON() as { response: string };
  await page.getByRole('alert').getByText('Couldn’t reach the server').waitFor();
  await page.unroute('**/api/auth/callback/passkey');

  const send = async (from: Page): Promise<string> => {
    const csrf = await from.request.get(`${baseUrl}/api/auth/csrf`);
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const answer = await from.request.post(`${baseUrl}/api/auth/callback/passkey`, {
      data: { response, csrfToken, json: 'true', callbackUrl: '/jobs' },
    });
    return ((await answer.json()) as { url: string }).url;
  };
  const stranger = await freshPage(browser);
  assert.match(await send(stranger), /error=CredentialsSignin/);
  await stranger.goto(`${baseUrl}/sign-in`);
  await hydrated(stranger);
  await plugIn(stranger);
  await passkeyButton(stranger).click();
  await stranger.getByRole('alert').getByText('No passkey was used').waitFor();
  assert.match(await send(stranger), /error=CredentialsSignin/);

  const cookies = await page.context().cookies();
  assert.equal(await send(page), '/jobs');
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  assert.match(await send(page), /error=CredentialsSignin/);
});

test('an authenticator that does not check its person is not enough', async () => {
  const account = await longhand.createAccount();
  const { page, cdp, authenticatorId } = await addPasskey(account, 'My laptop');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signOut(page);
  await passkeyButton(page).click();
  await page.getByRole('alert').getByText('No passkey was used').waitFor();
});

test('where passkeys can’t work, the pages say so', async () => {
  const account = await longhand.createAccount();
  const page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
  await page.goto(`${longhand.baseUrl}/settings`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Your password or a code').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('alert').getByText(`Passkeys work only at ${baseUrl}`).waitFor();
});

test('sign-in and settings with passkeys have no serious finding and fit their window, light and dark', async () => {
  const account = await longhand.createAccount();
  const { page } = await addPasskey(
    account,
    'A passkey whose name is as long as the name of a Welsh railway station',
  );
  assert.deepEqual(await lookAtPages(page, baseUrl, { 'settings-passkeys': '/settings' }), []);
  const stranger = await freshPage(browser);
  assert.deepEqual(await lookAtPages(stranger, baseUrl, { 'sign-in-passkeys': '/sign-in' }), []);
});
