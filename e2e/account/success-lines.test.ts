import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { freshContext, startBrowser } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';

/* A line that tells of a success goes when it is no longer true. */

let longhand: SharedLonghand;
let browser: Browser;

before(async () => {
  longhand = await useLonghand();
  browser = await startBrowser();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function open(path: string): Promise<{ page: Page; password: string }> {
  const account = await longhand.createAccount();
  const context = await freshContext(browser);
  await signInContext(context, longhand, account);
  const page = await context.newPage();
  await page.goto(`${longhand.baseUrl}${path}`);
  await hydrated(page);
  return { page, password: account.password };
}

test('that a link was submitted goes with its transcript, and when another link is typed', async () => {
  const { page } = await open('/jobs');
  const line = page.getByText('Submitted. You’ll find the recording in the list below.');
  const field = page.getByLabel('Or paste a link');
  const submit = async () => {
    await field.fill('http://127.0.0.1:9/gone.wav');
    await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
    await line.waitFor();
  };
  await submit();
  await field.fill('http');
  await line.waitFor({ state: 'detached' });
  await submit();
  for (const _ of [1, 2]) {
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await line.waitFor({ state: 'detached' });
});

test('that the password was changed goes when another one is typed', async () => {
  const { page, password } = await open('/settings');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill('another correct horse');
  await page.getByRole('button', { name: 'Change password' }).click();
  const line = page.getByText('Password changed', { exact: false });
  await line.waitFor();
  await page.getByLabel('Current password').fill('x');
  await line.waitFor({ state: 'detached' });
});

test('that a callback was accepted goes when another address is typed', async () => {
  const { page } = await open('/developers/callbacks');
  const field = page.getByRole('region', { name: 'Send a test' }).getByRole('textbox');
  await field.fill('http://127.0.0.1:9/');
  await field.press('Enter');
  const line = page.getByText('Not accepted');
  await line.waitFor();
  await field.fill('http://127.0.0.1:8/');
  await line.waitFor({ state: 'detached' });
});
