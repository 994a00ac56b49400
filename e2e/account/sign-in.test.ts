import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { countAttempts } from '#e2e/support/account/count-attempts';
import { hydrated } from '#e2e/support/account/hydrated';
import { useOpenService } from '#e2e/support/services/use-open-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';

/* The form for email and password, on one page that each test continues from, and its endpoints. */

let longhand: Longhand;
let account: { id: string; email: string; password: string };
let page: Page;

before(async () => {
  ({ longhand } = await useOpenService());
  account = await longhand.createAccount();
  page = await freshPage(await shareBrowser());
});
after(closePages);

async function fillIn({ email = account.email, password = account.password } = {}): Promise<void> {
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Posts like the site's forms, with cookies of its own. Returns the response's URL and session cookie. */
async function post(
  endpoint: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ url: string; cookie: string }> {
  const asked = await fetch(`${longhand.baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const cookies = [...asked.headers.getSetCookie().map(nameAndValue), headers['cookie'] ?? ''];
  const answer = await fetch(`${longhand.baseUrl}/api/auth/${endpoint}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', cookie: cookies.filter(Boolean).join('; ') },
    body: JSON.stringify({ ...fields, csrfToken, json: 'true', callbackUrl: '/' }),
  });
  const { url } = (await answer.json()) as { url: string };
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('next-auth.session-token'));
  return { url, cookie: nameAndValue(cookie ?? '') };
}

function nameAndValue(cookie: string): string {
  return cookie.split(';')[0] ?? '';
}

async function isSignedIn(cookie: string): Promise<boolean> {
  const answer = await fetch(`${longhand.baseUrl}/jobs`, { headers: { cookie }, redirect: 'manual' });
  return answer.status === 200;
}

/** Returns the target of the redirect from this URL, for the page's session. */
async function readTarget(url: string): Promise<string> {
  const answer = await page.request.get(url, { maxRedirects: 0 });
  return new URL(answer.headers()['location'] ?? '', longhand.baseUrl).href;
}

test('a wrong password and an unknown account get the same answer, and nobody is signed in', async () => {
  await page.goto(longhand.baseUrl);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/sign-in');
  for (const wrong of [{ password: 'not the password' }, { email: 'nobody@longhand.example' }]) {
    await fillIn(wrong);
    await page.getByRole('alert').getByText('Wrong email or password').waitFor();
    assert.equal(await readTarget(`${longhand.baseUrl}/jobs`), `${longhand.baseUrl}/sign-in?next=%2Fjobs`);
  }
});

test('after ten wrong passwords an address can’t sign in to the account, and no account looks the same', async () => {
  const { email, password } = await longhand.createAccount();
  const locations: string[] = [];
  const address = '203.0.113.7';
  const headers = { 'x-forwarded-for': address };
  for (const someone of [email, 'no-such@longhand.example']) {
    await countAttempts(longhand, 'sign-in', { address, accounts: [someone], times: 9 });
    const tenth = await post('callback/credentials', { email: someone, password: 'wrong' }, headers);
    assert.match(tenth.url, /error=CredentialsSignin/);
    // Even the right password is refused now.
    const { url } = await post('callback/credentials', { email: someone.toUpperCase(), password }, headers);
    locations.push(url.replace(/wait-\d{1,3}$/, 'wait-some-seconds'));
  }
  assert.match(locations[0] ?? '', /error=wait-some-seconds$/);
  assert.equal(locations[0], locations[1]);

  await page.setExtraHTTPHeaders(headers);
  await fillIn({ email, password });
  await page
    .getByRole('alert')
    .getByText(/Too many attempts\. Try again in \d+ minutes\./)
    .waitFor();
  await page.setExtraHTTPHeaders({});
  const elsewhere = { 'x-forwarded-for': '203.0.113.8' };
  const { cookie } = await post('callback/credentials', { email, password }, elsewhere);
  assert.ok(await isSignedIn(cookie), 'the owner comes from another address');
});

test('the right password shows the jobs and the balance, with the email address in any case', async () => {
  await fillIn({ email: account.email.toUpperCase() });
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
  await page.getByRole('heading', { name: 'Transcripts' }).waitFor();
  await page.getByText('$100.00').waitFor();
  await page.getByText(`:${new URL(longhand.baseUrl).port}/v1/jobs`).waitFor();
});

test('over plain HTTP the cookies are not Secure, and scripts can’t read them', async () => {
  const cookies = await page.context().cookies();
  assert.ok(cookies.some(({ name }) => name === 'next-auth.session-token'));
  for (const { name, secure, httpOnly, sameSite } of cookies) {
    assert.deepEqual(
      { name, secure, httpOnly, sameSite },
      { name, secure: false, httpOnly: true, sameSite: 'Lax' },
    );
  }
});

test('signing out ends the session, and a copy of the cookie is worth nothing from then on', async () => {
  const copy = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  assert.equal(await isSignedIn(copy), true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${longhand.baseUrl}/`);
  assert.equal(await readTarget(`${longhand.baseUrl}/jobs`), `${longhand.baseUrl}/sign-in?next=%2Fjobs`);
  assert.equal(await isSignedIn(copy), false);
  const names = (await page.context().cookies()).map(({ name }) => name);
  assert.ok(!names.includes('next-auth.session-token'), names.join());
});

test('a cookie planted before signing in is not the one that is signed in afterwards, and dies', async () => {
  const planted = await post('callback/credentials', { email: account.email, password: account.password });
  const after = await post(
    'callback/credentials',
    { email: account.email, password: account.password },
    { cookie: planted.cookie },
  );
  assert.notEqual(after.cookie, planted.cookie);
  assert.equal(await isSignedIn(after.cookie), true);
  assert.equal(await isSignedIn(planted.cookie), false);
});

test('another site can neither sign anybody in nor out: without the form’s token nothing happens', async () => {
  const { cookie } = await post('callback/credentials', { email: account.email, password: account.password });
  for (const csrfToken of ['', 'made-up']) {
    const answer = await fetch(`${longhand.baseUrl}/api/auth/signout`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrfToken }),
    });
    assert.equal(answer.status, 403);
  }
  assert.equal(await isSignedIn(cookie), true);
});

test('an address is stopped after sixty wrong passwords, whatever it says about itself, and others are not', async () => {
  const from = (address: string, n: number) => ({
    'x-forwarded-for': `198.51.100.${n}, ${address}`,
    'x-longhand-client-address': `198.51.100.${n}`,
  });
  const strangers = Array.from({ length: 59 }, (_, n) => `g${n}@longhand.example`);
  await countAttempts(longhand, 'sign-in', { address: '203.0.113.9', accounts: strangers });
  const wrong = { email: 'g59@longhand.example', password: 'wrong' };
  const sixtieth = await post('callback/credentials', wrong, from('203.0.113.9', 1));
  assert.match(sixtieth.url, /error=CredentialsSignin/);
  const { email, password } = account;
  const stopped = await post('callback/credentials', { email, password }, from('203.0.113.9', 99));
  assert.match(stopped.url, /error=wait-\d+$/);
  assert.equal((await post('callback/credentials', { email, password }, from('203.0.113.10', 99))).url, '/');
});

test('whoever is sent to sign in gets back to where they were going', async () => {
  await page.goto(`${longhand.baseUrl}/editor/no-such-job`);
  await page.waitForURL('**/sign-in?next=%2Feditor%2Fno-such-job');
  await fillIn();
  await page.waitForURL(`${longhand.baseUrl}/editor/no-such-job`);
  await page.getByRole('heading', { name: 'Transcript not found' }).waitFor();
});

test('a link to sign in leads to no other site, before or after signing in', async () => {
  const toLink = (elsewhere: string) =>
    `${longhand.baseUrl}/sign-in?next=${encodeURIComponent(elsewhere)}&callbackUrl=https://evil.example`;
  for (const elsewhere of ['//evil.example', 'https://evil.example', String.raw`/\evil.example`]) {
    assert.equal(await readTarget(toLink(elsewhere)), `${longhand.baseUrl}/jobs`);
  }
  const trickiest = toLink('/.//evil.example');
  await page.context().clearCookies();
  await page.goto(trickiest);
  await fillIn();
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
  assert.equal(await readTarget(trickiest), `${longhand.baseUrl}/jobs`);
});

test('the endpoint answers with paths of this site only, whatever it is asked for', async () => {
  const { csrfToken } = (await (await page.request.get(`${longhand.baseUrl}/api/auth/csrf`)).json()) as {
    csrfToken: string;
  };
  const { email, password } = account;
  const answer = await page.request.post(`${longhand.baseUrl}/api/auth/callback/credentials`, {
    data: { email, password, csrfToken, json: 'true', callbackUrl: 'https://evil.example/' },
  });
  assert.deepEqual(await answer.json(), { url: '/' });
});

test('without the form’s token the right password signs nobody in', async () => {
  const { email, password } = account;
  const answer = await fetch(`${longhand.baseUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  assert.doesNotMatch(answer.headers.getSetCookie().join(), /session-token/);
});

test('signing in works over plain HTTP on an address of the network', async (context) => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (outside === undefined) return context.skip('this machine has no network address');
  const baseUrl = `http://${outside.address}:${new URL(longhand.baseUrl).port}`;
  await page.goto(`${baseUrl}/sign-in`);
  await fillIn();
  await page.waitForURL(`${baseUrl}/jobs`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${baseUrl}/`);
});

test('next-auth’s other endpoints are not there, and a long body is refused', async () => {
  for (const endpoint of ['signin', 'providers', 'session', 'error', '_log']) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${longhand.baseUrl}/api/auth/${endpoint}`, { method, redirect: 'manual' });
      assert.equal(answer.status, 404, `${method} ${endpoint}`);
    }
  }
  const answer = await fetch(`${longhand.baseUrl}/api/auth/signout`, {
    method: 'POST',
    body: 'x'.repeat(20_000),
  });
  assert.equal(answer.status, 413);
});
