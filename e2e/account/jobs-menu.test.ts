import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { placeJobs, useJobsPage } from '#e2e/support/account/jobs-page';
import { menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { readDownload } from '#e2e/support/read-download';

/* The row menu of the jobs page, for a transcript, a failed job and one in progress. */

const site = useJobsPage();
let jobId: string;

before(async () => {
  const { longhand, account } = site;
  jobId = await makeTranscript(longhand, account, { words: 30, monologues: 3, name: 'talk.wav' });
  await placeJobs(longhand, account, [{ name: 'broken.wav' }, { name: 'busy.wav', status: 'in_progress' }]);
  await site.open();
});

const item = (page: Page, name: string): Locator => page.getByRole('menuitem', { name, exact: true });

test('the menu has what can be done with the job now, and Escape returns the focus to its button', async () => {
  const { page } = site;
  const expected = {
    'talk.wav': [
      'Open',
      'Share…',
      'Export…',
      'Copy link',
      'Rename…',
      'Tags…',
      'Recognize again…',
      'Archive',
      'Delete',
    ],
    'broken.wav': ['Open', 'Copy link', 'Rename…', 'Tags…', 'Try again…', 'Archive', 'Delete'],
    'busy.wav': ['Open', 'Copy link', 'Rename…', 'Tags…', 'Cancel transcription…'],
  };
  for (const [name, items] of Object.entries(expected)) {
    await menuButton(page, name).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: `Actions for ${name}` }).waitFor();
    await expect(page.getByRole('menuitem')).toHaveText(items);
    await expect(menuButton(page, name)).toHaveAttribute('aria-expanded', 'true');
    await waitForFocus(item(page, 'Open'));
    await page.keyboard.press('ArrowUp');
    await waitForFocus(item(page, items.at(-1) ?? ''));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await waitForFocus(menuButton(page, name));
  }
});

test('each dialog of the menu returns the focus to the button of the row', async () => {
  const { page } = site;
  for (const [name, action, title] of [
    ['talk.wav', 'Share…', 'Share “talk.wav”'],
    ['talk.wav', 'Export…', 'Export “talk.wav”'],
    ['talk.wav', 'Rename…', 'Rename transcript'],
    ['talk.wav', 'Tags…', 'Tags'],
    ['broken.wav', 'Try again…', 'Transcribe again?'],
    ['busy.wav', 'Cancel transcription…', 'Cancel this transcription?'],
  ] as const) {
    await menuButton(page, name).focus();
    await page.keyboard.press('ArrowDown');
    await waitForFocus(item(page, 'Open'));
    await item(page, action).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: title }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForFocus(menuButton(page, name));
  }
});

test('a transcript is exported and shared from its row', async () => {
  const { page } = site;
  await menuButton(page, 'talk.wav').click();
  await item(page, 'Export…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Format').selectOption('Plain text');
  await dialog.getByText('Options', { exact: true }).click();
  await dialog.getByLabel('Speaker names').selectOption('None');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  assert.equal(file.suggestedFilename(), 'talk.txt');
  assert.doesNotMatch((await readDownload(file)).toString(), /Speaker 1/);
  await dialog.getByText('talk.txt downloaded.').waitFor();
  await page.keyboard.press('Escape');

  await menuButton(page, 'talk.wav').click();
  await item(page, 'Share…').click();
  await dialog.getByRole('button', { name: 'New link' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const links = dialog.getByRole('list', { name: 'Links' });
  await links.getByRole('listitem').waitFor();
  const url = (await links.locator('code').textContent()) ?? '';
  assert.match(await (await fetch(url)).text(), /talk\.wav/);

  await links.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('dialog', { name: 'Revoke this link?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Revoke this link?' }).waitFor({ state: 'detached' });
  await expect(page.getByRole('dialog', { name: 'Share “talk.wav”' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('the menu fits on a phone, and axe finds nothing serious in it', async () => {
  const { page } = site;
  await page.setViewportSize({ width: 360, height: 800 });
  await menuButton(page, 'talk.wav').click();
  const menu = page.getByRole('menu');
  const box = await menu.boundingBox();
  assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360));
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the link of a job is copied, its first item opens it, and a second click closes the menu', async () => {
  const { page } = site;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await menuButton(page, 'talk.wav').click();
  await item(page, 'Copy link').click();
  await page.getByText('Link to “talk.wav” copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, `${site.longhand.baseUrl}/editor/${jobId}`);
  await menuButton(page, 'talk.wav').click();
  await page.getByRole('menu').waitFor();
  await menuButton(page, 'talk.wav').click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await expect(menuButton(page, 'talk.wav')).toHaveAttribute('aria-expanded', 'false');
  await menuButton(page, 'talk.wav').click();
  await item(page, 'Open').click();
  await page.waitForURL(`**/editor/${jobId}`);
});
