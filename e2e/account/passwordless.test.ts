import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page, Request } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import type { Person, Provider } from '#e2e/support/account/identity-provider';
import { plugIn, type Authenticator } from '#e2e/support/account/plug-in';
import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';
import { expect } from '#e2e/support/expect';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { lookAtPages } from '#e2e/support/look-at-page';
import { useOpenService } from '#e2e/support/services/use-open-service';
import { signInContext, signInForCookies } from '#e2e/support/sign-in';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { signUp } from '#lib/accounts/sign-up';

/* Signing in without a password: passkeys, with Chromium's virtual authenticator, and an OpenID Connect provider. */

let longhand: Longhand;
let baseUrl: string;
let provider: Provider;
let account: TestAccount;
/** The account's page, in a browser with an authenticator. */
let page: Page;
let authenticator: Authenticator;
/** The page of the user who signs in at the provider. */
let visitor: Page;

before(async () => {
  ({ longhand, provider } = await useOpenService());
  baseUrl = `http://localhost:${new URL(longhand.baseUrl).port}`;
  account = await longhand.createAccount();
  const browser = await shareBrowser();
  [page, visitor] = await Promise.all([freshPage(browser), freshPage(browser)]);
  authenticator = await plugIn(page);
});
after(closePages);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${baseUrl}${path}`);
  await hydrated(page);
}

/** Returns the target of the redirect from this path, for the page's session. */
async function readTarget(page: Page, path: string): Promise<string | undefined> {
  const answer = await page.request.get(`${baseUrl}${path}`, { maxRedirects: 0 });
  return answer.headers()['location'];
}

async function signOut(): Promise<void> {
  await page.context().clearCookies();
  await open(page, '/sign-in?next=/settings/security');
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });

test('a passkey signs in without address, password and code, and is listed with its last use', async () => {
  await signInContext(page.context(), { baseUrl }, account);
  await open(page, '/settings/security');
  await keepsFocus(page, page.getByRole('button', { name: 'Add a passkey…' }));
  await page.getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Your password or a code').fill('a wrong guess');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('alert').getByText('Wrong password or code').waitFor();
  await dialog.getByLabel('Your password or a code').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Passkey added.').waitFor();
  const mine = page.getByRole('list', { name: 'Passkeys' }).getByText('My laptop');
  await mine.waitFor();
  await page.getByText('Last used: never').waitFor();

  await longhand.sql`
    insert into two_factors (account_id, sealed_secret, confirmed_at) values (${account.id}, 'none', now())`;
  await signOut();
  await passkeyButton(page).click();
  await page.waitForURL(`${baseUrl}/settings/security`);
  await mine.waitFor();
  await expect(page.getByText('Last used: never')).toHaveCount(0);
  await longhand.sql`delete from two_factors where account_id = ${account.id}`;
  await open(page, '/settings/security-log');
  const logged = (what: string) => page.getByRole('row').filter({ hasText: what });
  await logged('Signed in').getByText('With a passkey').waitFor();
  await logged('Passkey added').getByText('My laptop').waitFor();
});

test('an answer counts once, and only from the browser that asked', async () => {
  await signOut();
  const isAnswer = (request: Request) => request.url().endsWith('/api/auth/callback/passkey');
  // Keeps the browser's response to the challenge from the server, to send it from elsewhere.
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
  assert.match(await send(visitor), /error=CredentialsSignin/);
  await open(visitor, '/sign-in');
  const { cdp, authenticatorId } = await plugIn(visitor);
  await passkeyButton(visitor).click();
  await visitor.getByRole('alert').getByText('No passkey was used').waitFor();
  assert.match(await send(visitor), /error=CredentialsSignin/);
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });

  const cookies = await page.context().cookies();
  assert.equal(await send(page), '/jobs');
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  assert.match(await send(page), /error=CredentialsSignin/);
});

test('an authenticator that does not check its person is not enough', async () => {
  const { cdp, authenticatorId } = authenticator;
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await passkeyButton(page).click();
  await page.getByRole('alert').getByText('No passkey was used').waitFor();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
});

test('a removed passkey signs in no more, and the page says so', async () => {
  await passkeyButton(page).click();
  await page.waitForURL(`${baseUrl}/settings/security`);
  await hydrated(page);
  await keepsFocus(page, page.getByRole('button', { name: 'Remove My laptop' }));
  await page.getByRole('button', { name: 'Remove My laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No passkeys yet.').waitFor();
  await signOut();
  await passkeyButton(page).click();
  await page.getByRole('alert').getByText('This passkey isn’t registered on this server').waitFor();
  assert.equal(await readTarget(page, '/jobs'), '/sign-in?next=%2Fjobs');
});

test('where passkeys can’t work, the pages say so', async () => {
  await signInContext(visitor.context(), longhand, account);
  await visitor.goto(`${longhand.baseUrl}/settings/security`);
  await hydrated(visitor);
  await visitor.getByRole('button', { name: 'Add a passkey…' }).click();
  const dialog = visitor.getByRole('dialog');
  await dialog.getByLabel('Name').fill('My laptop');
  await dialog.getByLabel('Your password or a code').fill(account.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('alert').getByText(`Passkeys work only at ${baseUrl}`).waitFor();
});

test('sign-in and settings with passkeys have no serious finding and fit their window, light and dark', async () => {
  assert.deepEqual(await lookAtPages(page, baseUrl, { 'sign-in-passkeys': '/sign-in' }), []);
  await longhand.sql`
    insert into passkeys (id, account_id, name, credential_id, public_key, counter, transports)
    values ('long', ${account.id}, 'A passkey whose name is as long as the name of a Welsh railway station', 'long', '', 0, '[]')`;
  await signInContext(page.context(), { baseUrl }, account);
  assert.deepEqual(await lookAtPages(page, baseUrl, { 'settings-passkeys': '/settings/security' }), []);
});

/** Signs in at the provider as this person, and waits for the resulting page. */
async function come(person: Person, path = '/sign-in'): Promise<void> {
  provider.person = person;
  await visitor.context().clearCookies();
  await open(visitor, path);
  await visitor.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await visitor.waitForURL((url) => url.pathname !== '/sign-in' || url.searchParams.has('error'));
}

async function fillInSignUp(email: string, password: string): Promise<void> {
  await visitor.context().clearCookies();
  await open(visitor, '/sign-up');
  await visitor.getByLabel('Email').fill(email);
  await visitor.getByLabel('Password', { exact: true }).fill(password);
  await visitor.getByRole('button', { name: 'Create account' }).click();
}

async function findAccount(email: string): Promise<string | undefined> {
  const [row] = await longhand.sql<Array<{ id: string }>>`select id from accounts where email = ${email}`;
  return row?.id;
}

test('whoever comes from the provider has an account from then on, whatever their address becomes, and gets back to where they were going', async () => {
  await come({ sub: 'ann', email: 'ann@longhand.example', email_verified: true });
  assert.equal(visitor.url(), `${baseUrl}/jobs`);
  await visitor.getByText('ann@longhand.example').waitFor();
  await visitor.getByRole('link', { name: 'Open the sample transcript' }).waitFor();
  const moved = { sub: 'ann', email: 'moved@longhand.example', email_verified: false };
  await come(moved, '/sign-in?next=%2Fsettings%2Fsecurity');
  assert.equal(visitor.url(), `${baseUrl}/settings/security`);
  await visitor.getByText('ann@longhand.example').first().waitFor();
  await visitor.getByText('don’t have a password').waitFor();
});

test('a verified address opens the account that has it, and no other site; another one opens nothing', async () => {
  const known = await longhand.createAccount();
  await come({ sub: 'bob', email: known.email, email_verified: false });
  await visitor.getByRole('alert').getByText('hasn’t verified').waitFor();
  assert.equal(await readTarget(visitor, '/jobs'), '/sign-in?next=%2Fjobs');
  const evil = '/sign-in?next=https%3A%2F%2Fevil.example';
  await come({ sub: 'bob', email: known.email.toUpperCase(), email_verified: true }, evil);
  assert.equal(visitor.url(), `${baseUrl}/jobs`);
  await visitor.getByText(known.email).waitFor();
  await signInForCookies(longhand, known);
});

test('an account that someone made with another person’s address is not shared with its owner', async () => {
  const email = 'victim@longhand.example';
  await withServiceDatabase(longhand, (db) => signUp(db, { email, password: 'the attacker’s' }));
  await come({ sub: 'victim', email, email_verified: true });
  await visitor.getByRole('alert').getByText('hasn’t been confirmed').waitFor();
  await waitFor('the refusal in the audit log', async () => {
    const [row] = await longhand.sql`
      select from audit_events where account_id = ${(await findAccount(email)) ?? ''}
        and details->>'reason' = 'email_unconfirmed'`;
    return row;
  });
});

test('a stranger signs up with a password and lands on their jobs; a taken address gets the same answer', async () => {
  await fillInSignUp('direct@longhand.example', 'a good password');
  await visitor.waitForURL(`${baseUrl}/jobs`);
  await visitor.getByRole('link', { name: 'Open the sample transcript' }).waitFor();
  await fillInSignUp('Direct@longhand.example', 'another password');
  await visitor.getByRole('alert').getByText('Couldn’t create an account').waitFor();
});

test('a code that the browser did not ask for signs nobody in', async () => {
  provider.person = { sub: 'eve', email: 'eve@longhand.example', email_verified: true };
  const callback = `${baseUrl}/api/auth/callback/oidc`;
  const asked = new URLSearchParams({ redirect_uri: callback, state: 's', nonce: 'n', code_challenge: 'c' });
  const given = await fetch(`${provider.issuer}/authorize?${asked}`, { redirect: 'manual' });
  await visitor.goto(given.headers.get('location') ?? '');
  await visitor.getByRole('alert').getByText('Couldn’t sign you in').waitFor();
  assert.equal(await findAccount('eve@longhand.example'), undefined);
});
