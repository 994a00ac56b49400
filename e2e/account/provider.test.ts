import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { startLonghand, type Longhand } from '#e2e/support/start-longhand';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { signInForCookies } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';
import { client, startProvider, type Person, type Provider } from '#e2e/support/account/identity-provider';
import { waitFor } from '#e2e/support/wait';

let longhand: Longhand;
let browser: Browser;
let provider: Provider;

before(async () => {
  provider = await startProvider();
  const settings = {
    LONGHAND_SIGN_UP: 'open',
    LONGHAND_OIDC_ISSUER: provider.issuer,
    LONGHAND_OIDC_CLIENT_ID: client.id,
    LONGHAND_OIDC_CLIENT_SECRET: client.secret,
    LONGHAND_OIDC_NAME: 'Example Login',
  };
  [longhand, browser] = await Promise.all([startLonghand(settings), startBrowser()]);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
  provider?.close();
});

/** Signs in at the provider as this person, and comes back to wherever that leads. */
async function come(person: Person, path = '/sign-in'): Promise<Page> {
  provider.person = person;
  const page = await freshPage(browser);
  await page.goto(`${longhand.baseUrl}${path}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.waitForURL((url) => url.pathname !== '/sign-in' || url.searchParams.has('error'));
  return page;
}

async function signUp(email: string, password: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(`${longhand.baseUrl}/sign-up`);
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  return page;
}

async function findAccount(email: string): Promise<string | undefined> {
  const [row] = await longhand.sql<Array<{ id: string }>>`select id from accounts where email = ${email}`;
  return row?.id;
}

test('whoever comes from the provider has an account from then on, whatever their address becomes', async () => {
  const page = await come({ sub: 'ann', email: 'ann@longhand.example', email_verified: true });
  assert.equal(page.url(), `${longhand.baseUrl}/jobs`);
  await page.getByText('ann@longhand.example').waitFor();
  await page.goto(`${longhand.baseUrl}/settings`);
  await page.getByText('don’t have a password').waitFor();
  const again = await come({ sub: 'ann', email: 'moved@longhand.example', email_verified: false });
  await again.getByText('ann@longhand.example').waitFor();
});

test('a verified address opens the account that has it; another one opens nothing', async () => {
  const account = await longhand.createAccount();
  const refused = await come({ sub: 'bob', email: account.email, email_verified: false });
  await refused.getByRole('alert').getByText('hasn’t verified').waitFor();
  await refused.goto(`${longhand.baseUrl}/jobs`);
  await refused.waitForURL('**/sign-in?next=%2Fjobs');
  const page = await come({ sub: 'bob', email: account.email.toUpperCase(), email_verified: true });
  await page.getByText(account.email).waitFor();
  await signInForCookies(longhand, account);
});

test('an account that someone made with another person’s address is not shared with its owner', async () => {
  const email = 'victim@longhand.example';
  const attacker = await signUp(email, 'the attacker’s');
  await attacker.waitForURL(`${longhand.baseUrl}/jobs`);
  const owner = await come({ sub: 'victim', email, email_verified: true });
  await owner.getByRole('alert').getByText('hasn’t been confirmed').waitFor();
  await waitFor('the refusal in the audit log', async () => {
    const [row] = await longhand.sql`
      select from audit_events where account_id = ${(await findAccount(email)) ?? ''}
        and details->>'reason' = 'email_unconfirmed'`;
    return row;
  });
});

test('a stranger signs up with a password and lands on their jobs; a taken address gets the same answer', async () => {
  const page = await signUp('direct@longhand.example', 'a good password');
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
  const again = await signUp('Direct@longhand.example', 'another password');
  await again.getByRole('alert').getByText('Couldn’t create an account').waitFor();
});

test('coming back from the provider leads to the page that was asked for, and to no other site', async () => {
  const person = { sub: 'cleo', email: 'cleo@longhand.example', email_verified: true };
  assert.equal((await come(person, '/sign-in?next=%2Fsettings')).url(), `${longhand.baseUrl}/settings`);
  const page = await come(person, '/sign-in?next=https%3A%2F%2Fevil.example');
  assert.equal(page.url(), `${longhand.baseUrl}/jobs`);
});

test('a code that the browser did not ask for signs nobody in', async () => {
  provider.person = { sub: 'eve', email: 'eve@longhand.example', email_verified: true };
  const callback = `${longhand.baseUrl}/api/auth/callback/oidc`;
  const asked = new URLSearchParams({ redirect_uri: callback, state: 's', nonce: 'n', code_challenge: 'c' });
  const given = await fetch(`${provider.issuer}/authorize?${asked}`, { redirect: 'manual' });
  const page = await freshPage(browser);
  await page.goto(given.headers.get('location') ?? '');
  await page.getByRole('alert').getByText('Couldn’t sign you in').waitFor();
  assert.equal(await findAccount('eve@longhand.example'), undefined);
});
