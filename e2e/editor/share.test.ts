import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { checkPage, hostile, unharmed } from '#e2e/support/editor/check-page';
import { guestContext, openEditorTab, stands } from '#e2e/support/editor/editor';
import { createEditorClient } from '#e2e/support/editor/editor-client';
import { useEditor } from '#e2e/support/editor/use-editor';
import { expect } from '#e2e/support/expect';

/* The owner creates, limits and revokes links from the editor, with immediate effect for guests. */

const editor = useEditor({ words: 100, monologues: 4 });
let page: Page;

before(async () => {
  await editor.longhand.sql`delete from share_links where id = ${editor.made.shareId}`;
  await editor.owner.grantPermissions(['clipboard-read', 'clipboard-write']);
});
beforeEach(async () => {
  page = await editor.open();
  if ((await panel().count()) === 0) await page.getByRole('button', { name: 'Share', exact: true }).click();
});

const panel = () => page.getByRole('complementary', { name: 'Share' });
/** Finds a link by its name alone: its URL is random, and may contain the name. */
const link = (name: string) =>
  panel()
    .getByRole('listitem')
    .filter({ has: page.locator('strong', { hasText: name }) });

/** Creates a link by keyboard alone. Returns its URL. */
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
  await panel().getByText('No links yet.').waitFor();
  await checkPage(page);
  const url = await makeLink('Readers');
  assert.match(url, new RegExp(`^${editor.longhand.baseUrl}/editor/shared/`));
  await expect(link('Readers').getByRole('combobox')).toHaveValue('view');
  const [row] = await editor.longhand.sql`
    select expires_at between now() + interval '29 days' and created_at + interval '30 days' as is_a_month,
      sealed_token like ${`%${url.slice(-32)}%`} as is_readable
    from share_links where job_id = ${editor.made.jobId}`;
  assert.deepEqual({ ...row }, { is_a_month: true, is_readable: false });
  await link('Readers').getByRole('button', { name: 'Copy link “Readers”' }).click();
  await link('Readers').getByText('Copied').waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
  await link('Readers').getByText('Never used').waitFor();

  const guest = await (await guestContext(editor.browser, 'Ben')).newPage();
  await guest.goto(url);
  await guest.locator('[data-saving=viewing]', { hasText: 'View only' }).waitFor();
  await expect(guest.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
  const [owner = ''] = editor.made.account.email.split('@');
  await guest.getByText(`Shared by ${owner}. You can read and play this transcript.`).waitFor();
  const token = url.slice(url.lastIndexOf('/') + 1);
  const reader = createEditorClient(editor.longhand, token);
  assert.equal((await reader.save(0, {})).status, 403);
  assert.equal(
    (await reader.ask('revisions/0/restore', { method: 'POST', headers: { 'if-match': '"0"' } })).status,
    403,
  );
  assert.equal((await reader.ask('export?format=text')).status, 200);

  await link('Readers').getByRole('combobox').selectOption('edit');
  await page.getByText('“Readers”: Can edit').waitFor({ state: 'attached' });
  await guest.goto(url);
  await guest.getByText(`Shared by ${owner}. You can edit this transcript.`).waitFor();
  assert.notEqual((await reader.save(0, {})).status, 403);
});

test('a link of which only a hash is known says that it can’t be copied, and a new one like it is offered', async () => {
  // Tab leads from the name to the permission, and the arrow to its second option.
  const url = await makeLink('Old', 'Tab', 'ArrowDown');
  await editor.longhand
    .sql`update share_links set sealed_token = null where name = 'Old' and job_id = ${editor.made.jobId}`;
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await link('Old').getByText('This link can’t be copied again').waitFor();
  await expect(link('Old').getByRole('button', { name: /^Copy/ })).toHaveCount(0);
  await checkPage(page, { within: '[data-panel]' });
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
  const guest = await openEditorTab(await guestContext(editor.browser, 'Ben'), url);
  await stands(guest, 'saved');
  await link('Ben').getByRole('button', { name: 'Revoke “Ben”' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('Anyone using “Ben” loses access immediately').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await stands(guest, 'closed');
  await expect(guest.locator('[contenteditable=true][role=textbox]')).toHaveCount(0);
  await link('Ben').waitFor({ state: 'detached' });
  assert.equal((await guest.request.get(url)).status(), 404);
});

test('a link stops at its expiry, and leaves the list', async () => {
  await panel().getByRole('button', { name: 'New link', exact: true }).click();
  await panel().getByLabel('Label').fill('Short');
  await panel().getByLabel('Expires').selectOption('In 1 day');
  const short = editor.longhand.sql`name = 'Short' and job_id = ${editor.made.jobId}`;
  const [{ asked } = { asked: null }] = await editor.longhand
    .sql`select date_trunc('milliseconds', now()) as asked`;
  await panel().getByRole('button', { name: 'Create link' }).click();
  const url = await panel().locator('#made-link').innerText();
  await link('Short')
    .getByText(/^Expires \w+ \d/)
    .waitFor();
  const [row] = await editor.longhand.sql`
    select expires_at between ${asked}::timestamptz + interval '1 day' and created_at + interval '1 day' as is_a_day
    from share_links where ${short}`;
  assert.equal(row?.['is_a_day'], true);
  await editor.longhand.sql`update share_links set expires_at = now() - interval '1 second' where ${short}`;
  assert.equal((await fetch(url)).status, 404);
});

test('a hostile and long name does no harm in the panel or in the settings', async () => {
  await panel().getByRole('button', { name: 'Done' }).click();
  await makeLink(hostile.slice(0, 70));
  await link('<img src=x').waitFor();
  await checkPage(page, { within: '[data-panel]' });
  await unharmed(page);
  const settings = await editor.owner.newPage();
  await settings.goto(`${editor.longhand.baseUrl}/settings/data`);
  const facts = settings.getByRole('listitem').filter({ hasText: '<img src=x' });
  await facts.getByText(/Can view · Shared .* · Expires/).waitFor();
  await checkPage(settings);
  await unharmed(settings);
});
