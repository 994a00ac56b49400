import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { findUnreached } from '#e2e/support/account/find-unreached';
import { hydrated } from '#e2e/support/account/hydrated';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { freshPage } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { pressUntilFocused } from '#e2e/support/press-until-focused';
import { readClips } from '#e2e/support/speech';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';

/* Everything on the site works by keyboard. every-page.test.ts checks that Tab reaches every control. */

const site = useSite({ keepsOpen: true });
let page: Page;
let account: TestAccount;
let jobId: string;

before(async () => {
  account = await site.longhand.createAccount();
  const client = makeClient(site.longhand, account.apiKey);
  jobId = (await client.submitFile((await readClips())[1]?.file ?? '', 'audio/wav')).id;
  await client.ended(jobId);
  page = await freshPage(site.browser);
});

async function open(path: string): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}${path}`);
  await hydrated(page);
}

async function press(control: Locator, key = 'Enter'): Promise<void> {
  await pressUntilFocused(control);
  await page.keyboard.press(key);
}

async function type(control: Locator, text: string): Promise<void> {
  await pressUntilFocused(control);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('signing in', async () => {
  await open('/sign-in');
  await type(page.getByLabel('Email'), account.email);
  await type(page.getByLabel('Password', { exact: true }), account.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/jobs');
});

test('renaming and deleting a job', async () => {
  await chooseFromMenu(menuButton(page), 'Rename…');
  const dialog = page.getByRole('dialog');
  await type(dialog.getByRole('textbox'), 'Renamed by keyboard');
  await page.keyboard.press('Enter');
  await page.getByText('Renamed by keyboard').first().waitFor();
  await dialog.waitFor({ state: 'hidden' });
  await chooseFromMenu(menuButton(page, 'Renamed by keyboard'), 'Delete');
  await page.getByRole('table').getByText('Renamed by keyboard').first().waitFor({ state: 'detached' });
  await press(button('Undo'));
  await page.getByRole('table').getByText('Renamed by keyboard').first().waitFor();
  await press(page.getByRole('tab', { selected: true }), 'ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Trash' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByText('The trash is empty.').waitFor();
});

test('Tab reaches everything around a transcript, leads into the text and out of it', async () => {
  await open(`/editor/${jobId}`);
  // The player's buttons change until the recording is ready.
  await expect(button(/^Back \d/)).toBeEnabled();
  assert.deepEqual(await findUnreached(page), []);
  await pressUntilFocused(page.locator('.tiptap'));
  await page.keyboard.press('Tab');
  await expect(page.locator('.tiptap:focus')).toHaveCount(0);
});

test('making a key in a dialog that keeps the focus, and revoking it after a question that Escape leaves', async () => {
  await open('/developers');
  await keepsFocus(page, button('Create API key'));
  await press(button('Create API key'));
  const dialog = page.getByRole('dialog');
  await type(dialog.getByLabel('Name'), 'By keyboard');
  await page.keyboard.press('Enter');
  await page.getByText(/^lh_live_[0-9A-Za-z]{38}$/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  const rows = page.getByText('By keyboard');
  await rows.first().waitFor();
  const revoke = page.getByRole('button', { name: /Revoke/ }).first();
  await press(revoke);
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await press(revoke);
  await press(dialog.getByRole('button', { name: /Revoke/ }));
  await dialog.waitFor({ state: 'hidden' });
});

test('paying', async () => {
  await open('/balance/top-up');
  await press(button('Continue to test payment'));
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await hydrated(page);
  await press(button(/^Add \$/));
  await page.getByText(/was added/).waitFor();
});

test('questions keep the focus in their dialog, and Escape returns it to what asked', async () => {
  await open('/developers/signing-secret');
  await keepsFocus(page, button('Rotate secret'));
  await open('/settings/security');
  await keepsFocus(page, button('Sign out everywhere'));
  await open('/settings/data');
  await keepsFocus(page, button('Delete account…'));
});

test('data retention asks before it deletes anything, and the question gives the focus back', async () => {
  await pressUntilFocused(page.getByLabel('Keep transcripts for'));
  await page.getByLabel('Keep transcripts for').selectOption('1');
  const section = page.locator('section').filter({ has: page.getByLabel('Keep transcripts for') });
  const save = section.getByRole('button', { name: 'Save' });
  await press(save);
  const dialog = page.getByRole('dialog', { name: 'Delete older data?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(save).toBeFocused();
});
