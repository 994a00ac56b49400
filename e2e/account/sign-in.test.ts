import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { after, afterEach, before, test } from 'node:test';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { startLonghand, type Longhand } from '../start-longhand';

const timeout = 20_000;

let longhand: Longhand;
let account: { id: string; email: string; password: string };
let browser: Browser;
const contexts: BrowserContext[] = [];

before(async () => {
  longhand = await startLonghand({ HOST: '0.0.0.0' });
  account = await longhand.createAccount();
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

/** A browser that knows nothing yet. */
async function freshPage(): Promise<Page> {
  const context = await browser.newContext();
  context.setDefaultTimeout(timeout);
  contexts.push(context);
  return context.newPage();
}

async function fillIn(
  page: Page,
  { email = account.email, password = account.password } = {},
): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signedInPage(baseUrl = longhand.baseUrl): Promise<Page> {
  const page = await freshPage();
  await page.goto(`${baseUrl}/sign-in`);
  await fillIn(page);
  await page.waitForURL(`${baseUrl}/jobs`);
  return page;
}

test('the right password shows the jobs and the balance, with the e-mail address in any case', async () => {
  const page = await freshPage();
  await page.goto(longhand.baseUrl);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL('**/sign-in');
  await fillIn(page, { email: account.email.toUpperCase() });
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
  await page.getByRole('heading', { name: 'Your jobs' }).waitFor();
  await page.getByText('$100.00').waitFor();
  await page.getByText(`:${new URL(longhand.baseUrl).port}/v1/jobs`).waitFor();
});

test('a wrong password and an unknown account are told the same, and nobody is signed in', async () => {
  const page = await freshPage();
  await page.goto(`${longhand.baseUrl}/sign-in`);
  for (const wrong of [{ password: 'not the password' }, { email: 'nobody@longhand.example' }]) {
    await fillIn(page, wrong);
    await page.getByRole('alert').getByText('don’t belong together').waitFor();
    await page.goto(`${longhand.baseUrl}/jobs`);
    await page.waitForURL('**/sign-in?next=%2Fjobs');
  }
});

test('signing out ends the session', async () => {
  const page = await signedInPage();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${longhand.baseUrl}/`);
  await page.goto(`${longhand.baseUrl}/jobs`);
  await page.waitForURL('**/sign-in?next=%2Fjobs');
  const names = (await page.context().cookies()).map(({ name }) => name);
  assert.ok(!names.includes('next-auth.session-token'), names.join());
});

test('raising the account’s session version ends its sessions at once', async () => {
  const page = await signedInPage();
  await longhand.sql`update accounts set session_version = session_version + 1 where id = ${account.id}`;
  await page.reload();
  await page.waitForURL('**/sign-in?next=%2Fjobs');
  await fillIn(page);
  await page.waitForURL(`${longhand.baseUrl}/jobs`);
});

test('whoever is sent to sign in gets back to where they were going', async () => {
  const page = await freshPage();
  await page.goto(`${longhand.baseUrl}/editor/no-such-job`);
  await page.waitForURL('**/sign-in?next=%2Feditor%2Fno-such-job');
  await fillIn(page);
  await page.waitForURL(`${longhand.baseUrl}/editor/no-such-job`);
  await page.getByRole('heading', { name: 'No such transcript' }).waitFor();
});

test('a link to sign in leads to no other site, before or after signing in', async () => {
  for (const elsewhere of [
    '//evil.example',
    'https://evil.example',
    String.raw`/\evil.example`,
    '/.//evil.example',
  ]) {
    const page = await freshPage();
    const link = `${longhand.baseUrl}/sign-in?next=${encodeURIComponent(elsewhere)}`;
    await page.goto(`${link}&callbackUrl=https://evil.example`);
    await fillIn(page);
    await page.waitForURL(`${longhand.baseUrl}/jobs`);
    await page.goto(link);
    assert.equal(page.url(), `${longhand.baseUrl}/jobs`);
  }
});

test('the endpoint answers with paths of this site only, whatever it is asked for', async () => {
  const page = await freshPage();
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

test('over plain HTTP the cookies are not Secure, and scripts can’t read them', async () => {
  const page = await signedInPage();
  const cookies = await page.context().cookies();
  assert.ok(cookies.some(({ name }) => name === 'next-auth.session-token'));
  for (const { name, secure, httpOnly, sameSite } of cookies) {
    assert.deepEqual(
      { name, secure, httpOnly, sameSite },
      { name, secure: false, httpOnly: true, sameSite: 'Lax' },
    );
  }
});

test('signing in works over plain HTTP on an address of the network', async (context) => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (outside === undefined) return context.skip('this machine has no network address');
  const baseUrl = `http://${outside.address}:${new URL(longhand.baseUrl).port}`;
  const page = await signedInPage(baseUrl);
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
