import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright';
import { makeClient } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { useOpenService } from '#e2e/support/services/use-open-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';
import { lookAtPages } from '#e2e/support/look-at-page';
import { hydrated } from '#e2e/support/account/hydrated';

/* From nothing to a transcript, as a newcomer with a program goes. */

let longhand: Longhand;
let browser: Browser;

before(async () => {
  ({ longhand } = await useOpenService());
  browser = await shareBrowser();
});
after(closePages);

test('sign up, pay, make a key, submit with it, see the job move, open it', async () => {
  const page = await freshPage(browser);
  await page.goto(longhand.baseUrl);
  await hydrated(page);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL('**/sign-up');
  await hydrated(page);
  await page.getByLabel('Email').fill('newcomer@longhand.example');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/jobs');

  await hydrated(page);
  await page.getByRole('link', { name: 'Balance' }).click();
  // Transcripts has a link of the same name as the next one.
  await page.getByRole('heading', { name: 'Balance', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Top up' }).click();
  await page.getByRole('button', { name: 'Continue to test payment' }).click();
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await hydrated(page);
  await page.getByRole('button', { name: 'Add $25.00' }).click();
  await page.getByText('$25.00 was added').waitFor();

  await page.getByRole('link', { name: 'Developers' }).click();
  await page.waitForURL('**/developers');
  await hydrated(page);
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('First program');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const shown = await page.getByText(/^lh_live_[0-9A-Za-z]{38}$/).textContent();
  const client = makeClient(longhand, shown ?? '');

  await page.getByRole('button', { name: 'I’ve copied it' }).click();
  await page.getByRole('link', { name: 'Transcripts' }).click();
  await page.getByRole('heading', { name: 'Transcripts', level: 1 }).waitFor();
  const { id } = await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav');
  await page.getByRole('link', { name: /\.wav$/ }).click();
  await page.waitForURL(`**/editor/${id}**`);
  await page.getByText('young man').waitFor();
  assert.equal(await client.balance(), 24.75);
});

test('no page that leads to an account has a serious finding or is wider than its window, light and dark', async () => {
  const page = await freshPage(browser);
  const pages = { 'front-open': '/', 'sign-in-open': '/sign-in', 'sign-up': '/sign-up' };
  assert.deepEqual(await lookAtPages(page, longhand.baseUrl, pages), []);
});
