import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { makeClient } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { useOpenService } from '#e2e/support/services/use-open-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';
import { lookAtPages } from '#e2e/support/look-at-page';
import { hydrated } from '#e2e/support/account/hydrated';

/* From nothing to the first transcript, as a new user: in the browser, or with a program. */

let longhand: Longhand;
let browser: Browser;

before(async () => {
  ({ longhand } = await useOpenService());
  browser = await shareBrowser();
});
after(closePages);

async function signUp(email: string): Promise<Page> {
  const page = await freshPage(browser);
  await page.goto(longhand.baseUrl);
  await hydrated(page);
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.waitForURL('**/sign-up');
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.waitForURL('**/jobs');
  await hydrated(page);
  return page;
}

test('sign up, choose a file, pay, transcribe it, open it: a reload after each step loses nothing, and no error is shown', async () => {
  const page = await signUp('listener@longhand.example');
  const reload = async () => {
    await page.reload();
    await hydrated(page);
  };
  const noError = () =>
    expect(page.locator('main :is([role=alert]:not(:empty), button:disabled)')).toHaveCount(0);
  await reload();
  await page.getByText('To transcribe your own recordings, top up.').waitFor();
  await noError();
  const clip = (await readClips())[1]?.file ?? assert.fail();
  await page.getByLabel('Choose files', { exact: true }).last().setInputFiles(clip);
  const name = path.basename(clip);
  const card = page.getByRole('group', { name });
  const topUp = card.getByRole('link', { name: 'Top up' });
  await topUp.waitFor();
  await noError();
  await reload();
  await topUp.click();
  const goOn = page.getByRole('button', { name: 'Continue to test payment' });
  await goOn.waitFor();
  await reload();
  await goOn.click();
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await reload();
  await page.getByRole('button', { name: 'Add $25.00' }).click();
  await page.waitForURL('**/jobs?payment=*');
  await hydrated(page);
  await page.getByText('$25.00 was added').waitFor();
  await reload();
  await noError();
  await card.getByRole('button', { name: 'Transcribe for $0.25' }).click();
  const row = page.getByRole('table', { name: 'Transcripts' }).getByRole('link', { name });
  await row.waitFor();
  await reload();
  await page.getByText('$24.75').first().waitFor();
  await row.click();
  await page.getByText('young man').waitFor();
});

test('sign up, pay, make a key, submit with it, see the job move, open it', async () => {
  const page = await signUp('newcomer@longhand.example');
  await page.getByRole('link', { name: 'Balance' }).click();
  // The Transcripts page has a link with the same name as the one clicked next.
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
