import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright';
import { expect } from '#e2e/support/expect';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { startBrowser } from '#e2e/support/browser';
import {
  guestContext,
  makeSharedTranscript,
  openEditorTab,
  ownerContext,
  stands,
  type SharedTranscript,
} from '#e2e/support/editor/editor';
import { checkPage, hostile, unharmed } from '#e2e/support/editor/check-page';
import { createEditorClient } from '#e2e/support/editor/editor-client';

/* The owner makes, limits and revokes links from the editor; guests feel it at once. */

let longhand: SharedLonghand;
let browser: Browser;
let made: SharedTranscript;
let context: BrowserContext;
let guests: BrowserContext;
let page: Page;

before(async () => {
  longhand = await useLonghand();
  browser = await startBrowser();
  made = await makeSharedTranscript(longhand, { words: 100, monologues: 4 });
  await longhand.sql`delete from share_links where id = ${made.shareId}`;
  context = await ownerContext(browser, made);
  guests = await guestContext(browser, 'Ben');
  page = await openEditorTab(context, made.url);
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

const panel = () => page.getByRole('complementary', { name: 'Share' });
const link = (name: string) => panel().getByRole('listitem').filter({ hasText: name });

/** Makes a link by keyboard alone; gives its address. */
async function makeLink(name: string, ...choices: string[]): Promise<string> {
  await panel().getByRole('button', { name: 'New link', exact: true }).focus();
  await page.keyboard.press('Enter');
  await panel().getByLabel('Label').waitFor();
  await page.keyboard.insertText(name);
  for (const key of choices) await page.keyboard.press(key);
  await panel().getByLabel('Label').press('Enter');
  await panel().getByRole('heading', { name: 'Link created' }).waitFor();
  const url = await panel().locator('#made-link').innerText();
  await panel().getByRole('button', { name: 'Done' }).press('Enter');
  return url;
}

test('before there is a link the panel says so; a new one is view only for 30 days, and can be copied again', async () => {
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await panel().getByText('No links yet.').waitFor();
  await checkPage(page);
  const url = await makeLink('Readers');
  assert.match(url, new RegExp(`^${longhand.baseUrl}/editor/shared/`));
  await expect(link('Readers').getByRole('combobox')).toHaveValue('view');
  const [row] = await longhand.sql`
    select expires_at between now() + interval '29 days' and created_at + interval '30 days' as is_a_month,
      sealed_token like ${`%${url.slice(-32)}%`} as is_readable
    from share_links where job_id = ${made.jobId}`;
  assert.deepEqual({ ...row }, { is_a_month: true, is_readable: false });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await link('Readers').getByRole('button', { name: 'Copy link “Readers”' }).click();
  await link('Readers').getByText('Copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
  await link('Readers').getByText('Never used').waitFor();

  const guest = await guests.newPage();
  await guest.goto(url);
  await guest.locator('[data-saving=viewing]', { hasText: 'View only' }).waitFor();
  await expect(guest.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
  const token = url.slice(url.lastIndexOf('/') + 1);
  const editor = createEditorClient(longhand, token);
  assert.equal((await editor.save(0, {})).status, 403);
  assert.equal(
    (await editor.ask('revisions/0/restore', { method: 'POST', headers: { 'if-match': '"0"' } })).status,
    403,
  );
  assert.equal((await editor.ask('export?format=text')).status, 200);

  await link('Readers').getByRole('combobox').selectOption('edit');
  await page.getByText('“Readers”: Can edit').waitFor({ state: 'attached' });
  assert.notEqual((await editor.save(0, {})).status, 403);
  await guest.close();
});

test('a link of which only a hash is known says that it can’t be copied, and a new one like it is offered', async () => {
  // From the name on to the choice of permission, and to the second of them.
  const url = await makeLink('Old', 'Tab', 'ArrowDown');
  await longhand.sql`update share_links set sealed_token = null where name = 'Old' and job_id = ${made.jobId}`;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await link('Old').getByText('This link can’t be copied again').waitFor();
  await expect(link('Old').getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  await checkPage(page);
  await link('Old').getByRole('button', { name: 'New link instead of “Old”' }).click();
  await expect(panel().getByLabel('Label')).toHaveValue('Old');
  await expect(panel().getByRole('radio', { name: 'Can edit' })).toBeChecked();
  await panel().getByRole('button', { name: 'Create link' }).click();
  await panel().getByRole('button', { name: 'Done' }).click();
  await expect(link('Old')).toHaveCount(2);
  await expect(link('Old').getByRole('button', { name: 'Copy link “Old”' })).toHaveCount(1);
  assert.equal((await fetch(url)).status, 200, 'the earlier one keeps working');
});

test('revoking asks, and puts guests with an open editor out at once', async () => {
  const url = await makeLink('Ben', 'Tab', 'ArrowDown');
  const guest = await openEditorTab(guests, url);
  await stands(guest, 'saved');
  await link('Ben').getByRole('button', { name: 'Revoke “Ben”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Anyone using “Ben” loses access immediately').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await stands(guest, 'closed');
  await expect(guest.locator('[contenteditable=true][role=textbox]')).toHaveCount(0);
  await link('Ben').waitFor({ state: 'detached' });
  assert.equal((await guest.goto(url))?.status(), 404);
  await guest.close();
});

test('a link stops at its expiry, and leaves the list', async () => {
  await panel().getByRole('button', { name: 'New link', exact: true }).click();
  await panel().getByLabel('Label').fill('Short');
  await panel().getByLabel('Expires').selectOption('In 1 day');
  const short = longhand.sql`name = 'Short' and job_id = ${made.jobId}`;
  const [{ asked } = { asked: null }] = await longhand.sql`select date_trunc('milliseconds', now()) as asked`;
  await panel().getByRole('button', { name: 'Create link' }).click();
  const url = await panel().locator('#made-link').innerText();
  await link('Short')
    .getByText(/^Expires \w+ \d/)
    .waitFor();
  const [row] = await longhand.sql`
    select expires_at between ${asked}::timestamptz + interval '1 day' and created_at + interval '1 day' as is_a_day
    from share_links where ${short}`;
  assert.equal(row?.['is_a_day'], true);
  await longhand.sql`update share_links set expires_at = now() - interval '1 second' where ${short}`;
  const guest = await guests.newPage();
  assert.equal((await guest.goto(url))?.status(), 404);
  await guest.close();
});

test('a hostile and long name does no harm in the panel or in the settings', async () => {
  await panel().getByRole('button', { name: 'Done' }).click();
  await makeLink(hostile.slice(0, 70));
  await link('<img src=x').waitFor();
  await checkPage(page);
  await unharmed(page);
  const settings = await context.newPage();
  await settings.goto(`${longhand.baseUrl}/settings`);
  const facts = settings.getByRole('listitem').filter({ hasText: '<img src=x' });
  await facts.getByText(/Can view · Shared .* · Expires/).waitFor();
  await checkPage(settings);
  await unharmed(settings);
  await settings.close();
});
