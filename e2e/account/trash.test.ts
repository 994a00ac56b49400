import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { unzipSync } from 'fflate';
import type { Locator, Page } from 'playwright';
import { jobList } from '#lib/api/v1/schemas';
import { newId } from '#lib/ids/new-id';
import { deleteJob } from '#lib/jobs/delete-job';
import { seriousFindings } from '#e2e/support/accessibility';
import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import { freshPage } from '#e2e/support/browser';
import { chooseFromMenu, menuButton, waitForFocus } from '#e2e/support/account/row-menu';
import { makeClient } from '#e2e/support/client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';

/* The trash: moving transcripts to it, access to them while there, restoring, and deleting. */

const site = useSite({ keepsOpen: true });
let page: Page;
/** Another page of the same browser. */
let other: Page;

before(async () => {
  page = await freshPage(site.browser);
  other = await page.context().newPage();
});

/** Creates an account with transcripts of these names, the first one on top. */
async function makeOwner(names: string[]): Promise<{ account: TestAccount; ids: string[] }> {
  const account = await site.longhand.createAccount();
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    const id = await makeTranscript(site.longhand, account, { words: 30, monologues: 3, name });
    const at = new Date(Date.UTC(2026, 0, 1, 0, 59 - index));
    await site.longhand.sql`update jobs set created_at = ${at} where id = ${id}`;
    ids.push(id);
  }
  return { account, ids };
}

/** Signs in as the account, and leaves all pages of the previous one. */
async function enter(account: TestAccount): Promise<void> {
  await Promise.all([page, other].map((there) => there.goto('about:blank')));
  await signInContext(page.context(), site.longhand, account);
}

async function openJobs(account: TestAccount): Promise<void> {
  await enter(account);
  await open(page, '/jobs');
}

async function open(there: Page, path: string): Promise<void> {
  const listening = there.waitForResponse('**/jobs/events');
  await there.goto(`${site.longhand.baseUrl}${path}`);
  await listening;
}

const rows = (page: Page): Locator => page.getByRole('table', { name: 'Transcripts' }).locator('tbody tr');
const trashed = (page: Page): Locator =>
  page.getByRole('list', { name: 'Transcripts in the trash' }).getByRole('listitem');
const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

async function deleteByMenu(page: Page, name: string): Promise<void> {
  await chooseFromMenu(menuButton(page, name), 'Delete');
}

async function waitForNames(page: Page, expected: string[]): Promise<void> {
  await waitFor(expected.join(', '), async () =>
    (await rows(page).locator('[title]:not(time)').allTextContents()).join() === expected.join()
      ? true
      : undefined,
  );
}

test('a deletion needs no question, is taken back where it was, and other pages see both', async () => {
  const { account } = await makeOwner(['a.wav', 'b.wav', 'c.wav']);
  await openJobs(account);
  await open(other, '/jobs?sort=name_desc');
  await waitForNames(other, ['c.wav', 'b.wav', 'a.wav']);

  await deleteByMenu(page, 'b.wav');
  await page.getByText('“b.wav” moved to trash.').waitFor();
  await waitForFocus(menuButton(page, 'c.wav'));
  await waitForNames(page, ['a.wav', 'c.wav']);
  await waitForNames(other, ['c.wav', 'a.wav']);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  assert.deepEqual(await seriousFindings(page), []);

  await button(page, 'Undo').focus();
  await page.keyboard.press('Enter');
  await waitForFocus(menuButton(page, 'b.wav'));
  await waitForNames(page, ['a.wav', 'b.wav', 'c.wav']);
  await waitForNames(other, ['c.wav', 'b.wav', 'a.wav']);
  await expect(button(page, 'Undo')).toHaveCount(0);

  await deleteByMenu(page, 'c.wav');
  await page.getByText('“c.wav” moved to trash.').waitFor();
  await waitForFocus(menuButton(page, 'b.wav'));
  await page.keyboard.press('Control+z');
  await waitForFocus(menuButton(page, 'c.wav'));

  await deleteByMenu(page, 'a.wav');
  await page.getByText('“a.wav” moved to trash.').waitFor();
  await button(page, 'Dismiss').click();
  await button(page, 'Undo').waitFor({ state: 'detached' });
  await waitForNames(page, ['b.wav', 'c.wav']);
});

test('those selected go together and come back together; one in progress stays', async () => {
  const { account } = await makeOwner(['a.wav', 'b.wav', 'c.wav']);
  await site.longhand.sql`
    insert into jobs (id, account_id, name, media_url, price_cents, started_at)
    values (${newId()}, ${account.id}, 'busy.wav', 'http://127.0.0.1:9/none.wav', 0, now())`;
  await openJobs(account);
  for (const name of ['busy.wav', 'a.wav', 'b.wav', 'c.wav']) await page.getByLabel(`Select ${name}`).check();
  const bar = page.getByRole('region', { name: 'Selected transcripts' });
  await bar.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  const text = '3 transcripts moved to trash. 1 transcript is still in progress and can’t be deleted yet.';
  await page.getByText(text).waitFor();
  await waitForNames(page, ['busy.wav']);
  await button(page, 'Undo').click();
  await waitForNames(page, ['busy.wav', 'a.wav', 'b.wav', 'c.wav']);
  await waitForFocus(menuButton(page, 'a.wav'));
  await expect(page.getByLabel('Select a.wav')).not.toBeChecked();
});

test('the last transcript comes back from the page of the first one', async () => {
  const { account } = await makeOwner(['only.wav']);
  await openJobs(account);
  await deleteByMenu(page, 'only.wav');
  await page.getByRole('heading', { name: 'Your first transcript' }).waitFor();
  await button(page, 'Undo').click();
  await waitForFocus(menuButton(page, 'only.wav'));
});

test('an event older than the list takes nothing away', async () => {
  const { account, ids } = await makeOwner(['only.wav']);
  const credit = { balanceCents: 0, isSampleFree: false };
  const body = `event: jobs\ndata: ${JSON.stringify({ jobs: [], gone: ids, credit })}\n\n`;
  await page.route('**/jobs/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
  // The list loads when the stream opens, and again after the stream's event.
  let loads = 0;
  page.on('response', (response) => {
    if (response.url().includes('/jobs/list?')) loads += 1;
  });
  await openJobs(account);
  const before = await rows(page).elementHandle();
  await menuButton(page, 'only.wav').focus();
  await waitFor('two loads', () => (loads >= 2 ? true : undefined));
  await waitForFocus(menuButton(page, 'only.wav'));
  assert.equal(await before?.evaluate((row) => row.isConnected), true);
  await page.unroute('**/jobs/events');
});

test('to the API and to guests a transcript in the trash is as deleted, until it is restored', async () => {
  const { account, ids } = await makeOwner(['newest.wav', 'gone.wav', 'oldest.wav']);
  const [newest = '', id = '', oldest = ''] = ids;
  const client = makeClient(site.longhand, account.apiKey);
  const statuses = async (): Promise<number[]> => {
    const paths = [`/jobs/${id}`, `/jobs/${id}/transcript`, `/jobs/${id}/captions`];
    const answers = await Promise.all(paths.map((path) => client.request(path)));
    const headers = { authorization: `Bearer ${account.apiKey}` };
    const earlier = await Promise.all(
      paths.slice(0, 2).map((path) => fetch(`${site.longhand.baseUrl}/api/v1${path}`, { headers })),
    );
    return [...answers, ...earlier].map(({ status }) => status);
  };
  const listed = async (query = ''): Promise<string[]> =>
    jobList.parse(await (await client.request(`/jobs${query}`)).json()).map((job) => job.id);
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200]);

  await openJobs(account);
  const sharing = await client.request(`/jobs/${id}/share`, { method: 'POST' });
  const { editor_url: url } = (await sharing.json()) as { editor_url: string };
  const guest = await freshPage(site.browser);
  await guest.goto(url);
  await guest.locator('.tiptap').waitFor();
  await other.goto(`${site.longhand.baseUrl}/editor/${id}`);
  await other.locator('.tiptap').waitFor();

  await deleteByMenu(page, 'gone.wav');
  await page.getByText('“gone.wav” moved to trash.').waitFor();
  await other.getByText('This transcript was deleted.').first().waitFor();
  await waitFor('the end of the guest’s visit', async () =>
    (await guest.getByText(/revoked/).count()) > 0 ? true : undefined,
  );
  assert.deepEqual(await statuses(), [404, 404, 404, 404, 404]);
  const refused = await client.request(`/jobs/${id}`, { method: 'DELETE' });
  assert.equal(refused.status, 404);
  assert.match(await refused.text(), /job-not-found|job_not_found/);
  for (const [path, method] of [
    ['share', 'POST'],
    ['cancel', 'POST'],
    ['callback', 'GET'],
  ] as const) {
    assert.equal((await client.request(`/jobs/${id}/${path}`, { method })).status, 404, path);
  }
  assert.deepEqual(await listed(), [newest, oldest]);
  assert.deepEqual(await listed(`?starting_after=${id}`), [oldest]);
  const zip = await page.request.post(`${site.longhand.baseUrl}/jobs/download`, { data: { ids: [id] } });
  assert.deepEqual(Object.keys(unzipSync(await zip.body())), []);
  assert.equal((await page.request.get(`${site.longhand.baseUrl}/editor/data/${id}/edit`)).status(), 404);
  await guest.reload();
  await guest.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();

  await other.reload();
  await other.getByRole('heading', { name: 'This transcript is in the trash' }).waitFor();
  assert.deepEqual(await seriousFindings(other), []);
  await button(other, 'Restore').click();
  await other.locator('.tiptap').waitFor();
  assert.deepEqual(await statuses(), [200, 200, 200, 200, 200]);
  assert.deepEqual(await listed(), [newest, id, oldest]);
  await guest.reload();
  await guest.locator('.tiptap').waitFor();
  await waitForNames(page, ['newest.wav', 'gone.wav', 'oldest.wav']);
  await guest.context().close();
});

test('the page of the trash restores and deletes for good, by keyboard, and is live', async () => {
  const { account, ids } = await makeOwner(['a.wav', 'b.wav', 'c.wav', 'd.wav']);
  await site.longhand.sql`
    update jobs set trashed_at = now() - interval '1 day 1 hour' where id in ${site.longhand.sql(ids.slice(0, 3))}`;
  await openJobs(account);
  const listening = page.waitForResponse('**/jobs/events');
  await page.getByRole('tab', { name: 'Trash', exact: true }).click();
  await page.waitForURL('**/jobs/trash');
  await listening;
  await trashed(page).nth(2).waitFor();
  await trashed(page).first().getByText('Permanently deleted in 6 days').waitFor();

  await open(other, '/jobs');
  await deleteByMenu(other, 'd.wav');
  await trashed(page).first().getByText('d.wav').waitFor();
  await trashed(page).first().getByText('Permanently deleted in 7 days').waitFor();

  await button(page, 'Restore d.wav').focus();
  await page.keyboard.press('Enter');
  await page.getByText('“d.wav” restored.').waitFor();
  await waitFor('three rows', async () => ((await trashed(page).count()) === 3 ? true : undefined));
  await waitForFocus(page.getByRole('button', { name: /^Restore/ }).first());
  await waitForNames(other, ['d.wav']);

  const dialog = page.getByRole('dialog');
  const first = page.getByRole('button', { name: /^Delete permanently: / }).first();
  await first.focus();
  await page.keyboard.press('Enter');
  await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }).last());
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(first);
  await page.keyboard.press('Enter');
  await dialog
    .getByText('The recording, its transcript, and all its share links will be permanently deleted.')
    .waitFor();
  await dialog.getByText('Charges aren’t refunded.').waitFor();
  await dialog.getByRole('button', { name: 'Delete permanently' }).click();
  await waitFor('two rows', async () => ((await trashed(page).count()) === 2 ? true : undefined));
  await waitForFocus(page.getByRole('button', { name: /^Delete permanently: / }).first());

  await keepsFocus(page, button(page, 'Empty trash…'));
  await button(page, 'Empty trash…').click();
  await dialog.getByText('2 transcripts will be permanently deleted').waitFor();
  await dialog.getByRole('button', { name: 'Empty trash', exact: true }).click();
  await page.getByText('The trash is empty.').waitFor();
  await waitForFocus(page.getByRole('tab', { name: 'Trash', exact: true }));
  await expect(button(page, 'Empty trash…')).toHaveCount(0);
  assert.deepEqual(await seriousFindings(page), []);
  const left = await site.longhand.sql`select name from jobs where account_id = ${account.id}`;
  assert.deepEqual([...left], [{ name: 'd.wav' }]);
});

test('a row that goes while its dialog is open leaves the focus to its neighbor', async () => {
  const { account, ids } = await makeOwner(['a.wav', 'b.wav', 'c.wav']);
  await site.longhand.sql`update jobs set trashed_at = now() where id in ${site.longhand.sql(ids)}`;
  await enter(account);
  await open(page, '/jobs/trash');
  const rows = trashed(page);
  await rows.nth(2).waitFor();

  const dialog = page.getByRole('dialog');
  await page
    .getByRole('button', { name: /^Delete permanently: / })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await waitForFocus(dialog.getByRole('button', { name: 'Cancel' }).last());
  const jobId = (await rows.first().getAttribute('data-item')) ?? '';
  await withServiceDatabase(site.longhand, (db) =>
    deleteJob(db, { accountId: account.id, jobId, within: 'trash' }),
  );
  await waitFor('two rows', async () => ((await rows.count()) === 2 ? true : undefined));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForFocus(page.getByRole('button', { name: /^Delete permanently: / }).first());
});

test('after seven days the sweep deletes a transcript for good, and the open page of the trash shows it', async () => {
  const { account, ids } = await makeOwner(['old.wav', 'young.wav']);
  const [old = '', young = ''] = ids;
  await site.longhand.sql`
    update jobs set trashed_at = now() - interval '6 days 23 hours' where id = ${young}`;
  await enter(account);
  await site.longhand.sql`
    update jobs set trashed_at = now() - interval '7 days 1 minute' where id = ${old}`;
  // Holding the row delays the hourly sweep until the page has been checked.
  await site.longhand.sql.begin(async (held) => {
    await held`select from jobs where id = ${old} for update`;
    await open(page, '/jobs/trash');
    await trashed(page).nth(1).getByText('Permanently deleted within the hour').waitFor();
    await trashed(page).first().getByText('Permanently deleted in 1 day').waitFor();
  });
  await site.longhand.sql`select graphile_worker.add_job('sweep', '{}'::json)`;
  await trashed(page).filter({ hasText: 'old.wav' }).waitFor({ state: 'detached' });
  const left = await site.longhand.sql`select id from jobs where account_id = ${account.id}`;
  assert.deepEqual([...left], [{ id: young }]);
  const answer = await makeClient(site.longhand, account.apiKey).request(`/jobs?starting_after=${old}`);
  assert.equal(answer.status, 200);
});

test('on a phone nothing of the trash is wider than the screen', async () => {
  const name = `${'Llanfairpwllgwyngyll'.repeat(9)}.wav`;
  const { account } = await makeOwner([name, 'b.wav']);
  await openJobs(account);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  await deleteByMenu(page, name);
  await page.getByText(/^“Llanfair\S+…\S+wav” moved to trash\.$/).waitFor();
  assert.equal(await isTooWide(), false, 'the line');
  const box = await button(page, 'Dismiss').boundingBox();
  assert.ok(box !== null && box.x + box.width <= 360 && box.y + box.height <= 740);
  assert.deepEqual(await seriousFindings(page), []);
  await open(page, '/jobs/trash');
  await trashed(page).first().waitFor();
  assert.equal(await isTooWide(), false, 'the trash');
  await page.getByRole('button', { name: /^Delete permanently: / }).click();
  await page.getByRole('dialog').waitFor();
  assert.equal(await isTooWide(), false, 'the question');
  assert.deepEqual(await seriousFindings(page), []);
  if (size !== null) await page.setViewportSize(size);
});

test('more than a hundred in the trash come page by page', async () => {
  const account = await site.longhand.createAccount();
  const placed = Array.from({ length: 101 }, (_, index) => ({
    id: newId(),
    account_id: account.id,
    status: 'failed',
    failure: 'invalid_media',
    name: `talk ${index}.wav`,
    media_url: 'http://127.0.0.1:9/none.wav',
    price_cents: 0,
    trashed_at: new Date(Date.UTC(2199, 0, 1, 0, 0, -index)),
  }));
  await site.longhand.sql`insert into jobs ${site.longhand.sql(placed)}`;
  await enter(account);
  await open(page, '/jobs/trash');
  await trashed(page).nth(99).getByText('talk 99.wav').waitFor();
  await expect(trashed(page)).toHaveCount(100);
  await page.getByRole('link', { name: 'Show more' }).click();
  await trashed(page).nth(100).getByText('talk 100.wav').waitFor();
  await page.getByRole('link', { name: 'Show more' }).waitFor({ state: 'detached' });
});
