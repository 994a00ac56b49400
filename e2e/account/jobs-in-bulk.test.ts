import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { expect } from '#e2e/support/expect';
import { signInContext } from '#e2e/support/sign-in';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { jobsChannel } from '#lib/events/announce-job';
import { newId } from '#lib/ids/new-id';

/* More rows than one request may be about. */

const total = 1050;

type Account = Awaited<ReturnType<SharedLonghand['createAccount']>>;

let longhand: SharedLonghand;
let browser: Browser;

before(async () => {
  [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function placeJobs(who: Account): Promise<string[]> {
  const placed = Array.from({ length: total }, (_, index) => ({
    id: newId(),
    account_id: who.id,
    status: 'transcribed',
    name: `talk ${index}.wav`,
    media_url: 'http://127.0.0.1:9/none.wav',
    price_cents: 25,
    duration_seconds: 60,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, -index)),
  }));
  await longhand.sql`insert into jobs ${longhand.sql(placed)}`;
  return placed.map(({ id }) => id);
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Transcripts' }).locator('tbody').getByRole('row');
}

async function countTrashed(who: Account): Promise<number> {
  const [row] = await longhand.sql<Array<{ count: number }>>`
    select count(*)::int from jobs where account_id = ${who.id} and trashed_at is not null`;
  return row?.count ?? 0;
}

test('more than a thousand rows outlast a reload, are deleted together and come back by Undo', async () => {
  const who = await longhand.createAccount();
  const [first = ''] = await placeJobs(who);
  const page = await freshPage(browser);
  await signInContext(page.context(), longhand, who);
  const listening = page.waitForResponse('**/jobs/events');
  await page.goto(`${longhand.baseUrl}/jobs?limit=1000`);
  await listening;
  await page.getByText('talk 999.wav').scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(total);

  await rows(page).first().getByRole('checkbox').check();
  const selection = page.getByRole('region', { name: 'Selected transcripts' });
  await selection.getByRole('button', { name: 'Select all shown' }).click();
  await selection.getByText('1,050 selected').waitFor();

  // As after each reconnect, the list is read anew.
  const reloaded = page.waitForResponse(
    (answer) => answer.url().includes('/jobs/list') && answer.url().includes('after='),
  );
  const event = { accountId: who.id, jobId: first, reach: 'list' };
  await longhand.sql.notify(jobsChannel, JSON.stringify(event));
  await reloaded;
  await expect(rows(page)).toHaveCount(total);
  await selection.getByText('1,050 selected').waitFor();

  await expect(selection.getByRole('button', { name: 'Download transcripts' })).toBeDisabled();
  await selection.getByRole('alert').getByText('Up to 1,000 transcripts can be downloaded').waitFor();

  await selection.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1,050 transcripts moved to trash.').waitFor();
  assert.equal(await countTrashed(who), total);
  await page.getByRole('button', { name: 'Undo' }).click();
  await waitFor('all to be back', async () => ((await countTrashed(who)) === 0 ? true : undefined));
  await rows(page).first().getByText('talk 0.wav').waitFor();
});
