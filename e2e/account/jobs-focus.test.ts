import { after, afterEach, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright';
import { newId } from '#lib/ids/new-id';
import { checkPage } from '#e2e/support/editor/check-page';
import { chooseFromMenu, menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { goesRound } from '#e2e/support/keeps-focus';
import { signIn } from '#e2e/support/sign-in';

/* Where the focus is after each dialog of the jobs page, for those who work without a mouse. */

let longhand: SharedLonghand;
let browser: Browser;
let clip: string;

before(async () => {
  clip = (await readClips())[1]?.file ?? '';
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

/** The page of an account whose failed jobs have these names, the first one on top. */
async function openJobs(names: string[]): Promise<{ page: Page; accountId: string }> {
  const account = await longhand.createAccount();
  const placed = names.map((name, index) => ({
    id: newId(),
    account_id: account.id,
    status: 'failed',
    failure: 'invalid_media',
    failure_detail: 'The file is empty.',
    name,
    media_url: 'http://127.0.0.1:9/none.wav',
    price_cents: 25,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, -index)),
  }));
  if (placed.length > 0) await longhand.sql`insert into jobs ${longhand.sql(placed)}`;
  const page = await freshPage(browser);
  const listening = page.waitForResponse('**/jobs/events');
  await signIn(page, longhand, account);
  await listening;
  return { page, accountId: account.id };
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function press(control: Locator, key = 'Enter'): Promise<void> {
  await control.focus();
  await control.press(key);
}

test('each dialog is accessible, Tab goes round in it, and Escape returns the focus to the button that opened it', async () => {
  const account = await longhand.createAccount();
  await makeTranscript(longhand, account, { words: 12, monologues: 1, name: 'talk.wav' });
  const page = await freshPage(browser);
  await longhand.sql`
    insert into jobs (id, account_id, status, failure, failure_detail, name, media_url, price_cents)
    values (${newId()}, ${account.id}, 'failed', 'invalid_media', 'The file is empty.', 'broken.wav',
      'http://127.0.0.1:9/none.wav', 25)`;
  await signIn(page, longhand, account);
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
    await checkPage(page);
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
  const { page } = await openJobs(['a.wav', 'b.wav', 'c.wav']);
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
  const { page } = await openJobs(['a.wav', 'b.wav', 'c.wav', 'd.wav']);
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
  const { page, accountId } = await openJobs(['a.wav', 'b.wav', 'c.wav']);
  const remove = async (name: string) => {
    await longhand.sql.begin(async (sql) => {
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
  const { page } = await openJobs(['a.wav', 'b.wav']);
  await page.getByLabel('Search').fill('b.wav');
  await menuButton(page, 'a.wav').waitFor({ state: 'detached' });
  await chooseFromMenu(menuButton(page, 'b.wav'), 'Delete');
  await waitForFocus(button(page, 'Show all'));
  await page.keyboard.press('Enter');
  await waitForFocus(page.getByLabel('Select a.wav'));
});

test('an upload that is removed gives the focus to the next one, and the last to the upload box', async () => {
  const { page } = await openJobs([]);
  const files = page.getByLabel('Choose files', { exact: true }).last();
  await files.setInputFiles(
    ['x.wav', 'y.wav'].map((name) => ({ name, mimeType: 'audio/wav', buffer: Buffer.alloc(0) })),
  );
  await press(button(page, 'Remove x.wav'));
  await waitForFocus(button(page, 'Remove y.wav'));
  await page.keyboard.press('Enter');
  await waitForFocus(button(page, 'Choose files'));
  await files.setInputFiles(clip);
  await press(button(page, 'Transcribe for $0.25'));
  await button(page, 'Transcribe for $0.25').waitFor({ state: 'detached' });
  await waitForFocus(button(page, 'Choose files'));
});
