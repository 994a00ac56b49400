import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright';
import { connect, type Connection } from '#lib/db/connect';
import type { Author } from '#lib/revisions/author';
import { readEdit } from '#lib/revisions/read-edit';
import { saveReview } from '#lib/revisions/review/save-review';
import { saveEdit } from '#lib/revisions/save-edit';
import { freshContext, startBrowser } from '#e2e/support/browser';
import { openEditor } from '#e2e/support/editor/editor';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { signIn } from '#e2e/support/sign-in';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* What the rows of the jobs page say of the work on their transcripts. */

const longName = 'Wilhelmina Featherstonehaugh-Cholmondeley of the Northern Archives';

let longhand: SharedLonghand;
let browser: Browser;
let connection: Connection;

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  browser = await startBrowser();
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await connection?.close();
  await longhand?.stop();
});

/** The page of an account with two transcripts, `talk.wav` and `untouched.wav`, and what works on the first one. */
async function openJobs(width = 1280) {
  const account = await longhand.createAccount();
  const jobId = await makeTranscript(longhand, account, { words: 200, monologues: 2, name: 'talk.wav' });
  await makeTranscript(longhand, account, { words: 40, monologues: 2, name: 'untouched.wav' });
  const job = { accountId: account.id, jobId };
  const { db } = connection;
  const edit = async (base: number, author: Author) => {
    const [first] = (await readEdit(db, job)).monologues;
    assert.ok(first !== undefined);
    const put = [{ ...first, content: [{ text: `edit ${base}` }] }];
    await saveEdit(db, { ...job, base, change: { put, remove: [] }, author });
  };
  const context = await freshContext(browser, { viewport: { width, height: 800 } });
  const page = await context.newPage();
  const listening = page.waitForResponse('**/jobs/events');
  await signIn(page, longhand, account);
  await listening;
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
  await openEditor(page, `${longhand.baseUrl}/editor/${job.jobId}`);
  await page.keyboard.press('Alt+Shift+KeyR');
  // Until what was accepted is fetched, it says less.
  await page.locator('#review-meter', { hasText: `(${percent}%)` }).waitFor();

  await page.goBack();
  await saveReview(connection.db, job, { accept: { words: [[0, 200]], pauses: [[0, 200]] }, withdraw });
  await talk.getByText('100% reviewed').waitFor();
  await expect(row(page, 'untouched.wav').getByText('reviewed')).toHaveCount(0);
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
  await expect(page.getByLabel('Sort')).toHaveValue('edited');
});

for (const width of [360, 1024, 1280]) {
  test(`at ${width} pixels long names are cut, and nothing overflows`, async () => {
    const { page, edit } = await openJobs(width);
    await edit(0, { kind: 'guest', name: longName });
    const talk = row(page, 'talk.wav');
    await talk.getByTitle(longName).waitFor();
    const ends = await talk
      .locator(':scope, td, td *')
      .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().right));
    assert.ok(Math.max(...ends) <= width, String(Math.max(...ends)));
    assert.ok(await page.evaluate((most) => document.documentElement.scrollWidth <= most, width));
    const { height } = (await talk.getByTitle(longName).boundingBox()) ?? { height: Infinity };
    assert.ok(height < 30, `the name is ${height} pixels high`);
  });
}
