import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { connect, type Connection } from '#lib/db/connect';
import type { Author } from '#lib/revisions/write-revision';
import { readEdit } from '#e2e/support/read-edit';
import { saveReview } from '#lib/revisions/review/save-review';
import { saveEdit } from '#lib/revisions/save-edit';
import { placeJobs, useJobsPage } from '#e2e/support/account/jobs-page';
import { openEditor } from '#e2e/support/editor/editor';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { waitFor } from '#e2e/support/wait';

/* The rows of the jobs page show a transcript's last edit and its review progress. */

const longName = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Northern Archives';

const site = useJobsPage();
let connection: Connection;

before(async () => {
  connection = connect(site.longhand.databaseUrl, { max: 1 });
});
after(() => connection.close());

/**
 * Opens the jobs page with two transcripts, `talk.wav` and `untouched.wav`. Returns the page, a function that edits the
 * first, and its job.
 */
async function openJobs() {
  const { longhand, account, page } = site;
  await site.clear();
  const jobId = await makeTranscript(longhand, account, { words: 200, monologues: 2, name: 'talk.wav' });
  await makeTranscript(longhand, account, { words: 40, monologues: 2, name: 'untouched.wav' });
  await site.open();
  const job = { accountId: account.id, jobId };
  const { db } = connection;
  const edit = async (base: number, author: Author) => {
    const [first] = (await readEdit(db, job)).monologues;
    assert.ok(first !== undefined);
    const put = [{ ...first, content: [{ text: `edit ${base}` }] }];
    await saveEdit(db, { ...job, base, change: { put, remove: [] }, author });
  };
  return { page, edit, job };
}

const row = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Transcripts' }).locator('tbody tr', { hasText: name });

test('a row says when and by whom its transcript was last edited, live', async () => {
  const { page, edit } = await openJobs();
  const talk = row(page, 'talk.wav');
  await expect(talk.locator('time')).toHaveCount(1);

  await edit(0, { kind: 'owner', name: 'Ann' });
  await talk.getByText('You', { exact: true }).waitFor();
  await expect(talk.locator('time')).toHaveCount(2);
  await edit(1, { kind: 'guest', name: longName });
  await talk.getByText(longName).waitFor();
  await expect(talk.getByText('You', { exact: true })).toHaveCount(0);
  await expect(talk.getByTitle(longName)).toHaveCount(1);
  await expect(row(page, 'untouched.wav').locator('time')).toHaveCount(1);

  await page.reload();
  await talk.getByText(longName).waitFor();
});

test('a row says how much of its transcript was reviewed, live, as the editor does', async () => {
  const { page, job } = await openJobs();
  const talk = row(page, 'talk.wav');
  const withdraw = { words: [], pauses: [] };
  await saveReview(connection.db, job, { accept: { words: [[0, 90]], pauses: [] }, withdraw });
  const shown = (await talk.getByText(/% reviewed$/).textContent()) ?? '';
  const percent = Number.parseInt(shown, 10);
  assert.ok(percent > 0 && percent < 100, shown);
  await openEditor(page, `${site.longhand.baseUrl}/editor/${job.jobId}`);
  await page.keyboard.press('Alt+Shift+KeyR');
  // The meter shows less until the accepted ranges have loaded.
  await page.locator('#review-meter', { hasText: `(${percent}%)` }).waitFor();

  await page.goBack();
  await saveReview(connection.db, job, { accept: { words: [[0, 200]], pauses: [[0, 200]] }, withdraw });
  await talk.getByText('100% reviewed').waitFor();
  await expect(row(page, 'untouched.wav').getByText('reviewed')).toHaveCount(0);
});

test('a status is there only where it is unusual, and a row has its controls on the first line of its name', async () => {
  const { page } = await openJobs();
  const others = [{ name: `broken ${longName}.wav` }, { name: 'busy.wav', status: 'in_progress' }] as const;
  await placeJobs(site.longhand, site.account, [...others]);
  await site.open();
  const status = (name: string) => row(page, name).locator('td').nth(2);
  await expect(status('untouched.wav')).toHaveText('');
  await expect(status('busy.wav')).toContainText(/Starting|In progress/);
  await expect(status('broken')).toContainText('Try again');
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['untouched.wav', 'broken']) {
      const { line, select, menu } = await row(page, name).evaluate((element) => {
        const find = (selector: string): Element => element.querySelector(selector) ?? element;
        const middle = (found: Element): number => {
          const { top, height } = found.getBoundingClientRect();
          return top + height / 2;
        };
        const text = find('[title]:not(time)');
        const lines = Number.parseFloat(getComputedStyle(text).lineHeight);
        const first = text.getBoundingClientRect().top + lines / 2;
        return { line: first, select: middle(find('input')), menu: middle(find('[data-control=menu] svg')) };
      });
      assert.ok(Math.abs(select - line) <= 2, `${name}: the checkbox at ${select}, the line at ${line}`);
      assert.ok(Math.abs(menu - line) <= 2, `${name}: the menu at ${menu}, the line at ${line}`);
    }
  }
});

test('the list is sorted by the last edit, from its heading', async () => {
  const { page, edit } = await openJobs();
  await edit(0, { kind: 'owner', name: 'Ann' });
  const heading = page.getByRole('columnheader', { name: 'Edited', exact: true });
  await heading.getByRole('button').click();
  await waitFor('the order of the last edits', async () =>
    (await page.locator('tbody tr').first().innerText()).includes('talk.wav') ? true : undefined,
  );
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
});

test('long names of editors are cut, and nothing overflows, at 360, 1024 and 1280 pixels', async () => {
  const { page, edit } = await openJobs();
  await edit(0, { kind: 'guest', name: longName });
  const talk = row(page, 'talk.wav');
  await talk.getByTitle(longName).waitFor();
  for (const width of [360, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const ends = await talk
      .locator(':scope, td, td *')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().right));
    assert.ok(Math.max(...ends) <= width, `${Math.max(...ends)} at ${width}`);
    assert.ok(await page.evaluate((most) => document.documentElement.scrollWidth <= most, width));
    const { height } = (await talk.getByTitle(longName).boundingBox()) ?? { height: Infinity };
    assert.ok(height < 30, `the name is ${height} pixels high at ${width}`);
  }
});
