import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { connect } from '#lib/db/connect';
import { checkPage } from '#e2e/support/editor/check-page';
import { expect } from '#e2e/support/expect';
import { freshPage } from '#e2e/support/browser';
import { chooseFromMenu, menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { goesRound } from '#e2e/support/keeps-focus';
import { makeJob } from '#e2e/support/make-job';
import { makeRecord, richRecord } from '#e2e/support/recognition-record';
import { signIn } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';
import { useSite } from '#e2e/support/use-site';

/* The recognition details in the list of jobs. */

const site = useSite({ keepsOpen: true });
let page: Page;

before(async () => {
  const account = await site.longhand.createAccount();
  const { db, close } = connect(site.longhand.databaseUrl, { max: 1 });
  try {
    await makeJob(db, account.id, { name: 'old.wav', words: 'one two three' });
    await makeJob(db, account.id, { name: 'basic.wav', words: 'one two three', recognition: makeRecord() });
    await makeJob(db, account.id, { name: 'rich.wav', words: 'one two three', recognition: richRecord });
    await makeJob(db, account.id, { name: 'starting.wav', startedAt: new Date() });
  } finally {
    await close();
  }
  page = await freshPage(site.browser);
  await signIn(page, site.longhand, account);
  await hydrated(page);
});

const row = (name: string) =>
  page
    .getByRole('table', { name: 'Transcripts' })
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: name });

test('a job’s record is opened from its row’s menu by keyboard, and the focus goes back there', async () => {
  const opener = menuButton(page, 'rich.wav');
  await chooseFromMenu(opener, 'How it was recognized');
  const dialog = page.getByRole('dialog', { name: 'How it was recognized' });
  await dialog.waitFor();
  await expect(dialog.locator('dt, dd')).toHaveText(
    [
      ...['Engine', 'sherpa-onnx 1.13.8'],
      ...['Model', 'parakeet-tdt-0.6b-v3'],
      ...['Language', 'German (automatic)'],
      ...['Speakers', '2 speakers expected, told apart by voice'],
      ...['Vocabulary', '12 entries'],
      ...['Recognized again', '1:20–1:45: whisper-small, Spanish 3:20–3:30: en-us'],
      ...['Speed', '12× real time'],
    ],
    { useInnerText: true },
  );
  await expect(dialog.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveText(
    [
      'Words that were repeated or heard in silence were removed.',
      'Word times are estimated: the engine doesn’t time each word.',
    ],
    { useInnerText: true },
  );
  await checkPage(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(opener);
});

test('opened from the row’s menu, Tab goes round in it and Escape returns the focus to the menu’s button', async () => {
  const opener = menuButton(page, 'rich.wav');
  await chooseFromMenu(opener, 'How it was recognized');
  const dialog = page.getByRole('dialog', { name: 'How it was recognized' });
  await goesRound(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(opener);
});

test('only jobs by PocketSphinx say that half of the words are wrong, and how to get better ones', async () => {
  const warning = 'About half of the words are wrong';
  await row('basic.wav').getByText(warning).waitFor();
  await expect(page.getByText(warning)).toHaveCount(1);
  await chooseFromMenu(menuButton(page, 'basic.wav'), 'How it was recognized');
  const dialog = page.getByRole('dialog', { name: 'How it was recognized' });
  await dialog.getByText('npm run models -- list').waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');
});

test('nothing is shown of a job whose recognition was not recorded', async () => {
  const opener = menuButton(page, 'old.wav');
  await opener.click();
  await page.getByRole('menuitem', { name: 'Open' }).waitFor();
  await expect(page.getByRole('menuitem', { name: 'How it was recognized' })).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('a job whose first words are not there yet says that it gets ready', async () => {
  const starting = row('starting.wav');
  await starting.getByText('Starting…').waitFor();
  const bar = starting.getByRole('progressbar', { name: 'Progress' });
  await expect(bar).not.toHaveAttribute('aria-valuenow');
  await expect(bar).toHaveAttribute('aria-valuetext', 'Starting…');
});
