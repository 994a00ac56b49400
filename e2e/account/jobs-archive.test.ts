import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { jobList } from '#lib/api/v1/schemas';
import { rows, useJobsPage, waitForNames } from '#e2e/support/account/jobs-page';
import { chooseFromMenu, menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { seriousFindings } from '#e2e/support/accessibility';
import { makeClient } from '#e2e/support/client';
import { waitFor } from '#e2e/support/wait';

// Only with --all: the archive, beside the trash.

/* The archive of the jobs page: archiving, restoring, and viewing. */

const site = useJobsPage();

/** Opens the jobs page with failed jobs of these names; `busy.wav` is in progress. */
async function showNames(names: string[]): Promise<Page> {
  await site.show(names.map((name) => ({ name, status: name === 'busy.wav' ? 'in_progress' : 'failed' })));
  return site.page;
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

test('a job is archived and moved back by keyboard, each with Undo, and other pages see it', async () => {
  const page = await showNames(['a.wav', 'b.wav', 'c.wav']);
  const other = await site.openTab();
  await other.getByRole('tab', { name: 'Archive', exact: true }).click();
  await other.getByText('The archive is empty.').waitFor();

  await chooseFromMenu(menuButton(page, 'b.wav'), 'Archive');
  await page.getByText('“b.wav” archived.').waitFor();
  await waitForFocus(menuButton(page, 'c.wav'));
  await waitForNames(page, ['a.wav', 'c.wav']);
  await waitForNames(other, ['b.wav']);
  const listed = jobList.parse(
    await (await makeClient(site.longhand, site.account.apiKey).request('/jobs')).json(),
  );
  assert.equal(listed.length, 3, 'to the API it is there as before');
  assert.deepEqual(await seriousFindings(page), []);

  await page.keyboard.press('Control+z');
  await waitForFocus(menuButton(page, 'b.wav'));
  await waitForNames(page, ['a.wav', 'b.wav', 'c.wav']);
  await waitForNames(other, []);

  await chooseFromMenu(menuButton(page, 'a.wav'), 'Archive');
  await waitForNames(other, ['a.wav']);
  await chooseFromMenu(menuButton(other, 'a.wav'), 'Move back');
  await other.getByText('“a.wav” moved back to your transcripts.').waitFor();
  await waitForFocus(button(other, 'Show all'));
  await waitForNames(page, ['a.wav', 'b.wav', 'c.wav']);
  await button(other, 'Undo').focus();
  await other.keyboard.press('Enter');
  await waitForFocus(menuButton(other, 'a.wav'));
  await waitForNames(page, ['b.wav', 'c.wav']);
  await other.close();
});

test('those selected are archived together; one in progress stays, and the last ones leave the way to them', async () => {
  const page = await showNames(['busy.wav', 'a.wav', 'b.wav']);
  for (const name of ['busy.wav', 'a.wav', 'b.wav']) await page.getByLabel(`Select ${name}`).check();
  const bar = page.getByRole('region', { name: 'Selected transcripts' });
  await bar.getByRole('button', { name: 'Archive' }).focus();
  await page.keyboard.press('Enter');
  await page
    .getByText('2 transcripts archived. 1 transcript is still in progress and can’t be archived yet.')
    .waitFor();
  await waitForNames(page, ['busy.wav']);
  await site.longhand.sql`
    update jobs set status = 'failed', failure = 'invalid_media' where account_id = ${site.account.id}`;
  await site.announce();
  await rows(page).getByText('Failed').waitFor();
  await chooseFromMenu(menuButton(page, 'busy.wav'), 'Archive');
  await page.getByText('All your transcripts are archived.').waitFor();
  await waitForFocus(button(page, 'Show archive'));
  await page.keyboard.press('Enter');
  await waitForNames(page, ['busy.wav', 'a.wav', 'b.wav']);
  assert.equal(new URL(page.url()).search, '?archived=true');
});

test('the address keeps the archive, together with search and status, and the trash keeps who is in it', async () => {
  const page = await showNames(['a.wav', 'b.wav', 'other.wav']);
  await site.longhand.sql`
    update jobs set archived_at = now() where account_id = ${site.account.id} and name in ('a.wav', 'other.wav')`;
  await site.announce();
  await waitForNames(page, ['b.wav']);
  await page.getByRole('tab', { name: 'Archive', exact: true }).click();
  await waitForNames(page, ['a.wav', 'other.wav']);
  await page.getByLabel('Status').selectOption('Failed');
  await waitFor('the status asked for', async () =>
    (await page.getByLabel('Status').inputValue()) === 'failed' ? true : undefined,
  );
  await page.getByLabel('Search').fill('a.w');
  await waitForNames(page, ['a.wav']);
  await page.reload();
  await waitForNames(page, ['a.wav']);
  const shown = page.getByRole('tab', { name: 'Archive', exact: true });
  assert.equal(await shown.getAttribute('aria-selected'), 'true');

  await chooseFromMenu(menuButton(page, 'a.wav'), 'Delete');
  await page.getByText('No matching transcripts').waitFor();
  await button(page, 'Undo').click();
  await waitForFocus(menuButton(page, 'a.wav'));
  await waitForNames(page, ['a.wav']);
});

test('on a phone the archive is no wider than the screen', async () => {
  const name = `${'Llanfairpwllgwyngyll'.repeat(9)}.wav`;
  const page = await showNames([name, 'b.wav']);
  await page.setViewportSize({ width: 360, height: 740 });
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await page.getByLabel('Select b.wav').check();
  await button(page, 'Archive').waitFor();
  assert.equal(await isTooWide(), false, 'the selection');
  await page.getByLabel('Select b.wav').uncheck();
  await chooseFromMenu(menuButton(page, name), 'Archive');
  await page.getByText(/^“Llanfair\S+…\S+wav” archived\.$/).waitFor();
  assert.equal(await isTooWide(), false, 'the line');
  await page.getByRole('tab', { name: 'Archive', exact: true }).click();
  await rows(page).first().getByText(name).waitFor();
  assert.equal(await isTooWide(), false, 'the list');
  assert.deepEqual(await seriousFindings(page), []);
});
