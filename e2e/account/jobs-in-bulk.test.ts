import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright';
import { freshPage } from '#e2e/support/browser';
import { expect } from '#e2e/support/expect';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';
import { jobsChannel } from '#lib/events/announce-job';
import { newId } from '#lib/ids/new-id';

// Only with --all: a thousand rows.

/* More rows than one request may name. */

const total = 1050;

const site = useSite();

async function placeJobs(who: TestAccount): Promise<string[]> {
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
  await site.longhand.sql`insert into jobs ${site.longhand.sql(placed)}`;
  return placed.map(({ id }) => id);
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Transcripts' }).locator('tbody').getByRole('row');
}

async function countTrashed(who: TestAccount): Promise<number> {
  const [row] = await site.longhand.sql<Array<{ count: number }>>`
    select count(*)::int from jobs where account_id = ${who.id} and trashed_at is not null`;
  return row?.count ?? 0;
}

test('more than a thousand rows outlast a reload, are deleted together and come back by Undo', async () => {
  const who = await site.longhand.createAccount();
  const [first = ''] = await placeJobs(who);
  const page = await freshPage(site.browser);
  await signInContext(page.context(), site.longhand, who);
  const listening = page.waitForResponse('**/jobs/events');
  await page.goto(`${site.longhand.baseUrl}/jobs?limit=1000`);
  await listening;
  await page.getByText('talk 999.wav').scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(total);

  await rows(page).first().getByRole('checkbox').check();
  const selection = page.getByRole('region', { name: 'Selected transcripts' });
  await selection.getByRole('button', { name: 'Select all shown' }).click();
  await selection.getByText('1,050 selected').waitFor();

  // Reloads the list, as each reconnect does.
  const reloaded = page.waitForResponse(
    (answer) => answer.url().includes('/jobs/list') && answer.url().includes('after='),
  );
  const event = { accountId: who.id, jobId: first, reach: 'list' };
  await site.longhand.sql.notify(jobsChannel, JSON.stringify(event));
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
