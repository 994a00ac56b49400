import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { connect, type Connection } from '#lib/db/connect';
import { seriousFindings } from '#e2e/support/accessibility';
import { rows, useJobsPage } from '#e2e/support/account/jobs-page';
import { chooseFromMenu, menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { makeClient } from '#e2e/support/client';
import { editable } from '#e2e/support/editor/editor';
import { expect } from '#e2e/support/expect';
import { makeJob } from '#e2e/support/make-job';
import { readClips } from '#e2e/support/speech';

/* Recognizing recordings again, from the list and in the editor. */

const site = useJobsPage();
let connection: Connection;

before(() => {
  connection = connect(site.longhand.databaseUrl, { max: 1 });
});
after(() => connection?.close());

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Recognize again' });

/**
 * Holds the job's row, so that its recognition cannot end until the returned function is called. Doesn't use
 * `connection`, since the service closes its own connections when they idle in a transaction.
 */
async function holdEnd(jobId: string): Promise<() => Promise<void>> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let holding: Promise<unknown> | undefined;
  await new Promise<void>((locked) => {
    holding = site.longhand.sql.begin(async (sql) => {
      await sql`select from jobs where id = ${jobId} for update`;
      locked();
      await released;
    });
  });
  return async () => {
    release();
    await holding;
  };
}

test('a recording is recognized again from its row: the run is a row until it is a version of the transcript, in open editors too', async () => {
  const { page, longhand, account } = site;
  const client = makeClient(longhand, account.apiKey);
  const clip = (await readClips())[1]?.file ?? '';
  const { id } = await client.submitFile(clip, 'audio/wav', { engine: 'pocketsphinx' });
  await client.ended(id);
  await site.open();
  const editor = await page.context().newPage();
  await editor.goto(`${longhand.baseUrl}/editor/${id}`);
  await editable(editor);
  const text = editor.getByRole('textbox', { name: /^Transcript of/ });
  const first = (await text.textContent()) ?? '';

  const release = await holdEnd(id);
  await page.bringToFront();
  await chooseFromMenu(menuButton(page), 'Recognize again…');
  const confirm = dialog(page).getByRole('button', { name: 'Recognize again for $0.25' });
  await confirm.waitFor();
  await dialog(page).getByText('Your corrections are kept.').waitFor();
  await expect(dialog(page).getByLabel('Engine')).toHaveValue('');
  await dialog(page).getByLabel('Vocabulary').fill('Norland');
  assert.deepEqual(await seriousFindings(page), []);
  await confirm.click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText(/^Recognizing “.*” again$/).waitFor();
  await expect(rows(page)).toHaveCount(2);
  const run = rows(page).filter({ hasText: 'New recognition' });
  await run.getByRole('button', { name: /^Cancel/ }).waitFor();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.getByLabel('Status').selectOption('Any status');
  await expect(rows(page)).toHaveCount(2);

  await release();
  await expect(rows(page)).toHaveCount(1);
  await rows(page).getByText('You', { exact: true }).waitFor();
  await expect(text).not.toHaveText(first);
  await editor.keyboard.press('Control+Shift+H');
  await editor.getByText(/^Recognized again with /).waitFor();
  await editor.close();
  const [asked] = await connection.sql<{ id: string; options: unknown }[]>`
    select id, recognition_options as options from jobs where recognizes = ${id}`;
  assert.deepEqual(asked?.options, { language: 'auto', speakers: 'off', vocabulary: ['Norland'] });

  // An end in the future counts as just now, however slow the machine is.
  await connection.sql`update jobs set ended_at = now() + interval '1 hour' where recognizes = ${id}`;
  await chooseFromMenu(menuButton(page), 'Recognize again…');
  await dialog(page).getByLabel('Vocabulary').fill('Norland');
  await confirm.click();
  await dialog(page).getByText('This was just recognized with the same options.').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${longhand.baseUrl}/editor/${asked?.id}`);
  await page.waitForURL(`**/editor/${id}`);
});

test('a recognition is started in the editor, and undone there', async () => {
  const { page, longhand } = site;
  const [job] = await connection.sql<{ id: string }[]>`
    select id from jobs where account_id = ${site.account.id} and recognizes is null`;
  const release = await holdEnd(job?.id ?? '');
  try {
    await page.goto(`${longhand.baseUrl}/editor/${job?.id}`);
    await editable(page);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Recognize again…' }).click();
    await dialog(page).getByLabel('Vocabulary').fill('Dashwood');
    await dialog(page).getByRole('button', { name: 'Recognize again for $0.25' }).click();
    await page.getByText('Any changes appear here').first().waitFor();
    await page.getByRole('button', { name: /^Undo Recognizing/ }).click();
    await page.getByText('Recognition canceled').first().waitFor();
  } finally {
    await release();
  }
  await site.open();
  const run = rows(page).filter({ hasText: 'New recognition' });
  await run.getByText('Canceled').waitFor();
  await run.getByRole('button', { name: /^Try again/ }).waitFor();
});

test('several are recognized again at the price of all, without those that can’t be, and not with too low a balance', async () => {
  const { page, account } = site;
  await site.clear();
  for (const name of ['one.wav', 'two.wav'])
    await makeJob(connection.db, account.id, { name, words: 'said' });
  await makeJob(connection.db, account.id, {
    name: 'old.wav',
    words: 'said',
    mediaKey: null,
    mediaRemovedAt: new Date(),
  });
  await site.open();
  await menuButton(page, 'old.wav').click();
  await page.getByRole('menuitem', { name: 'Open' }).waitFor();
  await expect(page.getByRole('menuitem', { name: 'Recognize again…' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  for (const box of await rows(page).getByRole('checkbox').all()) await box.check();
  const button = page.getByRole('button', { name: 'Recognize again…' });
  await button.click();
  await dialog(page).getByText('2 transcripts', { exact: true }).waitFor();
  await dialog(page)
    .getByText(/^1 selected transcript can’t be recognized again/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Recognize again for $0.50' }).waitFor();
  await page.keyboard.press('Escape');
  await waitForFocus(button);

  await connection.sql`update accounts set balance_cents = 30 where id = ${account.id}`;
  await button.click();
  await dialog(page).getByText('Your balance of $0.30 is too low.').waitFor();
  await expect(dialog(page).getByRole('button', { name: 'Recognize again for $0.50' })).toBeDisabled();
});
