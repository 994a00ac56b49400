import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { checkPage } from '#e2e/support/editor/check-page';
import { placeJobs, useJobsPage } from '#e2e/support/account/jobs-page';
import { chooseFromMenu, menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { readClips } from '#e2e/support/speech';
import { goesRound } from '#e2e/support/keeps-focus';

/* Keyboard focus after each dialog of the jobs page. */

const site = useJobsPage();

/** Opens the jobs page with failed jobs of these names. */
async function showNames(names: string[]): Promise<Page> {
  await site.show(names.map((name) => ({ name })));
  return site.page;
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await control.press(key);
}

test('each dialog is accessible, Tab goes round in it, and Escape returns the focus to the button that opened it', async () => {
  await site.clear();
  await makeTranscript(site.longhand, site.account, { words: 12, monologues: 1, name: 'talk.wav' });
  await placeJobs(site.longhand, site.account, [{ name: 'broken.wav' }]);
  await site.open();
  const { page } = site;
  const retry = button(page, 'Try again: broken.wav');
  const download = button(page, 'Download transcripts');
  await page.getByLabel('Select talk.wav').check();
  for (const [open, opener] of [
    [() => chooseFromMenu(menuButton(page, 'talk.wav'), 'Rename…'), menuButton(page, 'talk.wav')],
    ...['Share…', 'Export…', 'Tags…'].map(
      (item) =>
        [() => chooseFromMenu(menuButton(page, 'talk.wav'), item), menuButton(page, 'talk.wav')] as const,
    ),
    [() => chooseFromMenu(menuButton(page, 'broken.wav'), 'Rename…'), menuButton(page, 'broken.wav')],
    [() => press(retry), retry],
    [() => press(download), download],
  ] as const) {
    await open();
    await goesRound(page, page.getByRole('dialog'));
    await checkPage(page, { within: '[role=dialog]' });
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await waitForFocus(opener);
  }
  await chooseFromMenu(menuButton(page, 'talk.wav'), 'Rename…');
  await page.getByRole('dialog').getByLabel('Name').fill('lecture.wav');
  await page.keyboard.press('Enter');
  await waitForFocus(menuButton(page, 'lecture.wav'));
});

test('after a deletion the focus is on the next row, after that of the last on the one before, then on the upload', async () => {
  const page = await showNames(['a.wav', 'b.wav', 'c.wav']);
  for (const [name, next] of [
    ['b.wav', menuButton(page, 'c.wav')],
    ['c.wav', menuButton(page, 'a.wav')],
    ['a.wav', button(page, 'Choose files')],
  ] as const) {
    await chooseFromMenu(menuButton(page, name), 'Delete');
    await waitForFocus(next);
  }
});

test('after deleting those selected, or clearing the selection, the focus is on a row beside them', async () => {
  const page = await showNames(['a.wav', 'b.wav', 'c.wav', 'd.wav']);
  await page.getByLabel('Select b.wav').check();
  await page.getByLabel('Select c.wav').check();
  await press(button(page, 'Clear'));
  await waitForFocus(page.getByLabel('Select b.wav'));
  await page.getByLabel('Select b.wav').check();
  await page.getByLabel('Select c.wav').check();
  await press(
    page.getByRole('region', { name: 'Selected transcripts' }).getByRole('button', { name: 'Delete' }),
  );
  await waitForFocus(page.getByLabel('Select d.wav'));
});

test('a row that is deleted elsewhere gives the focus to its neighbor, in a dialog or not', async () => {
  const page = await showNames(['a.wav', 'b.wav', 'c.wav']);
  const remove = async (name: string) => {
    const accountId = site.account.id;
    await site.longhand.sql.begin(async (sql) => {
      const [job] = await sql<Array<{ id: string }>>`
        delete from jobs where account_id = ${accountId} and name = ${name} returning id`;
      const change = JSON.stringify({ accountId, jobId: job?.id, reach: 'job' });
      await sql`select pg_notify('longhand_jobs', ${change})`;
    });
    await menuButton(page, name).waitFor({ state: 'detached' });
  };
  await menuButton(page, 'a.wav').focus();
  await remove('a.wav');
  await waitForFocus(menuButton(page, 'b.wav'));
  await chooseFromMenu(menuButton(page, 'b.wav'), 'Rename…');
  await page.getByRole('dialog').waitFor();
  await remove('b.wav');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await waitForFocus(menuButton(page, 'c.wav'));
});

test('deleting all that was found leads to what shows all, and that to the first row', async () => {
  const page = await showNames(['a.wav', 'b.wav']);
  await page.getByLabel('Search').fill('b.wav');
  await menuButton(page, 'a.wav').waitFor({ state: 'detached' });
  await chooseFromMenu(menuButton(page, 'b.wav'), 'Delete');
  await waitForFocus(button(page, 'Show all'));
  await page.keyboard.press('Enter');
  await waitForFocus(page.getByLabel('Select a.wav'));
});

test('an upload that is removed gives the focus to the next one, and the last to the button that chooses files', async () => {
  const page = await showNames([]);
  const files = page.getByLabel('Choose files', { exact: true }).last();
  await files.setInputFiles(
    ['x.wav', 'y.wav'].map((name) => ({ name, mimeType: 'audio/wav', buffer: Buffer.alloc(0) })),
  );
  await press(button(page, 'Remove x.wav'));
  await waitForFocus(button(page, 'Remove y.wav'));
  await page.keyboard.press('Enter');
  await waitForFocus(button(page, 'Choose files'));
  await files.setInputFiles((await readClips())[1]?.file ?? '');
  await press(button(page, 'Transcribe for $0.25'));
  await button(page, 'Transcribe for $0.25').waitFor({ state: 'detached' });
  await waitForFocus(button(page, 'Choose files'));
});
