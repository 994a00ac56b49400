import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { Browser, Page } from 'playwright';
import { createApiKey } from '#lib/accounts/api-keys/create-api-key';
import { connect } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { transcriptionKey } from '#lib/queue/queue-positions';
import { seriousFindings } from '#e2e/support/accessibility';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { makeClient, type Client } from '#e2e/support/client';
import { countScriptBytes } from '#e2e/support/count-script-bytes';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand, type TestAccount } from '#e2e/support/start-longhand';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { signIn } from '#e2e/support/sign-in';
import { waitFor } from '#e2e/support/wait';

/** What the jobs page may ship. */
const scriptBudgetBytes = 240_000;

let longhand: SharedLonghand;
let browser: Browser;
let account: TestAccount;
let client: Client;
let clip: string;
let folder: string;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-list-'));
  clip = (await readClips())[1]?.file ?? '';
  longhand = await useLonghand();
  browser = await startBrowser();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function openJobs(who = account): Promise<Page> {
  const page = await freshPage(browser);
  const listening = page.waitForResponse('**/jobs/events');
  await signIn(page, longhand, who);
  await listening;
  return page;
}

function rows(page: Page) {
  return page.getByRole('table', { name: 'Transcripts' }).locator('tbody').getByRole('row');
}

/** Failed jobs as a year of use would leave them, a minute apart, the last one first. */
async function placeJobs(
  who: TestAccount,
  jobs: Array<{ name: string; metadata?: string; detail?: string }>,
) {
  const placed = jobs.map(({ name, metadata = null, detail = 'The file is empty.' }, index) => ({
    id: newId(),
    account_id: who.id,
    status: 'failed',
    failure: 'invalid_media',
    failure_detail: detail,
    name,
    metadata,
    media_url: 'http://127.0.0.1:9/none.wav',
    price_cents: 25,
    duration_seconds: index,
    created_at: new Date(Date.UTC(2026, 0, 1, 0, -index)),
  }));
  await longhand.sql`insert into jobs ${longhand.sql(placed)}`;
}

test('two browsers stay in step while a job comes, is renamed, and is deleted at once', async () => {
  const [here, there] = await Promise.all([openJobs(), openJobs()]);
  const { id } = await client.submitFile(clip, 'audio/wav');
  await Promise.all([rows(here).first().waitFor(), rows(there).first().waitFor()]);
  await there.getByText('Transcribed', { exact: true }).last().waitFor();
  await client.ended(id);

  await chooseFromMenu(menuButton(here), 'Rename…');
  const dialog = here.getByRole('dialog');
  await dialog.getByLabel('Name').fill('  Interview with Ann ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await there.getByRole('link', { name: 'Interview with Ann' }).waitFor();

  await dialog.waitFor({ state: 'detached' });
  await chooseFromMenu(menuButton(here, 'Interview with Ann'), 'Delete');
  await there.getByRole('link', { name: 'Interview with Ann' }).waitFor({ state: 'detached' });
  assert.equal((await client.request(`/jobs/${id}`)).status, 404);
});

test('what is submitted to the sandbox is no row of the list', async () => {
  const who = await longhand.createAccount();
  const connection = connect(longhand.databaseUrl, { max: 1 });
  const { apiKey } = await createApiKey(connection.db, {
    accountId: who.id,
    name: 'Sandbox',
    mode: 'test',
    scope: 'everything',
    expiresAt: null,
  });
  await connection.close();
  const page = await openJobs(who);
  const sandbox = makeClient(longhand, apiKey);
  await sandbox.ended((await sandbox.submitUrl('http://media.example/sandbox.wav')).id);
  await makeClient(longhand, who.apiKey).submitFile(clip, 'audio/wav');
  await rows(page).first().waitFor();
  await page.getByText('Transcribed', { exact: true }).last().waitFor();
  await expect(rows(page)).toHaveCount(1);
});

test('a search finds a word that was said, and its link opens at that moment', async () => {
  const { id } = await client.submitFile(clip, 'audio/wav');
  await client.ended(id);
  const { monologues } = await client.transcript(id);
  const words = monologues.flatMap(({ elements }) => elements);
  const said = words.find(({ value }) => value === 'young');
  assert.ok(said, words.map(({ value }) => value).join(' '));
  const page = await openJobs();
  await page.getByLabel('Search').fill('nobody said this');
  await page.getByText('No matching transcripts').waitFor();
  await page.getByLabel('Search').fill('youn');
  const link = page.getByRole('link').filter({ has: page.locator('mark', { hasText: 'young' }) });
  const href = (await link.getAttribute('href')) ?? '';
  const { pathname, searchParams } = new URL(href, longhand.baseUrl);
  assert.equal(pathname, `/editor/${id}`);
  assert.ok(Math.abs(Number(searchParams.get('t')) - said.ts) < 0.02, `${href}, said at ${said.ts}`);
  await link.click();
  await page.waitForURL(`${longhand.baseUrl}${href}`);
  await page.waitForFunction(() => {
    const { anchorNode, anchorOffset } = getSelection() ?? {};
    return anchorNode?.nodeValue?.slice(anchorOffset).startsWith('young');
  });
  await page.goBack();
  await link.waitFor();
  await expect(page.getByLabel('Search')).toHaveValue('youn');
});

test('those selected are downloaded as a zip of their transcripts, and deleted together', async () => {
  const who = await longhand.createAccount();
  const theirs = makeClient(longhand, who.apiKey);
  const make = (name: string) => makeTranscript(longhand, who, { words: 30, monologues: 3, name });
  await make('kept.wav');
  await make('talk.wav');
  const latest = await make('talk.wav');
  const page = await openJobs(who);
  for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check();
  const dialog = page.getByRole('dialog', { name: 'Download transcripts' });
  const download = dialog.getByRole('button', { name: 'Download', exact: true });
  await page.getByRole('button', { name: 'Download transcripts' }).click();
  const usual = ['Word', 'Plain text'].map((format) => dialog.getByLabel(format, { exact: true }));
  for (const format of usual) await format.uncheck();
  await dialog.getByText('Choose at least one format.').waitFor();
  await expect(download).toBeDisabled();
  await dialog.getByLabel('Captions (SRT)').check();
  const captions = page.waitForEvent('download');
  await download.click();
  const only = unzipSync(await readFile(await (await captions).path()));
  assert.deepEqual(Object.keys(only).toSorted(), ['talk (2).srt', 'talk.srt']);

  await page.reload();
  for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check();
  await page.getByRole('button', { name: 'Download transcripts' }).click();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await dialog.getByLabel('Captions (SRT)').uncheck();
  for (const format of usual) await format.check();
  const saving = page.waitForEvent('download');
  await download.click();
  const archive = unzipSync(await readFile(await (await saving).path()));
  const names = ['talk (2).docx', 'talk (2).txt', 'talk.docx', 'talk.txt'];
  assert.deepEqual(Object.keys(archive).toSorted(), names);
  // The text of the API has its times in a form of its own.
  const text = (await theirs.text(latest)).replaceAll(/\b0(\d:\d\d)\b/g, '$1');
  assert.equal(strFromU8(archive['talk.txt'] ?? new Uint8Array()), text);
  assert.deepEqual(archive['talk.docx']?.slice(0, 2), new Uint8Array([0x50, 0x4b]));

  await page
    .getByRole('region', { name: 'Selected transcripts' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await rows(page).nth(1).waitFor({ state: 'detached' });
  await expect(rows(page).getByRole('link')).toHaveText(['kept.wav']);
  await expect(page.getByRole('region', { name: 'Selected transcripts' })).toHaveCount(0);
});

test('jobs of another account are in no archive, no list and no action', async () => {
  const other = await longhand.createAccount();
  const page = await openJobs(other);
  const [{ id } = { id: '' }] = await longhand.sql<Array<{ id: string }>>`
    select id from jobs where account_id = ${account.id} limit 1`;
  const answer = await page.request.post(`${longhand.baseUrl}/jobs/download`, { data: { ids: [id] } });
  assert.deepEqual(Object.keys(unzipSync(await answer.body())), []);
  const list = await page.request.get(`${longhand.baseUrl}/jobs/list?search=young`);
  assert.deepEqual(await list.json(), { hasArchived: false, jobs: [], tags: [] });
  for (const where of ['events', 'list']) {
    assert.equal((await fetch(`${longhand.baseUrl}/jobs/${where}`)).status, 401, where);
  }
});

test('a failed job is tried again, once its price is accepted', async () => {
  const who = await longhand.createAccount();
  const theirs = makeClient(longhand, who.apiKey);
  const noise = path.join(folder, 'noise.wav');
  await writeFile(noise, 'This is no recording.');
  const { id } = await theirs.submitFile(noise, 'audio/wav', { metadata: 'case 7' });
  await theirs.ended(id);
  const page = await openJobs(who);
  const failure = page.getByText('The file isn’t audio or video in a supported format.');
  await failure.waitFor();
  await page.getByRole('button', { name: 'Try again: noise.wav' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Transcribe for $0.25' }).click();
  await page.getByText('case 7').nth(1).waitFor();
  await failure.nth(1).waitFor();
  await expect(rows(page)).toHaveCount(2);
  assert.equal(await theirs.balance(), 100);
});

test('each heading sorts the rows found, both ways, and the address keeps the order', async () => {
  const who = await longhand.createAccount();
  // The later one is the older and longer.
  await placeJobs(who, [{ name: 'b 1' }, { name: 'c 2' }, { name: 'a 3' }, { name: 'other' }]);
  const page = await openJobs(who);
  const names = () => rows(page).locator('[title]').allTextContents();
  const heading = (name: string) => page.getByRole('columnheader', { name, exact: true });
  const sortBy = async (name: string, direction: string, expected: string[]) => {
    await heading(name).getByRole('button').click();
    await waitFor(`${name}, ${direction}`, async () =>
      (await names()).join() === expected.join() ? true : undefined,
    );
    await expect(heading(name)).toHaveAttribute('aria-sort', direction);
    await expect(page.locator('th[aria-sort]')).toHaveCount(1);
  };
  await expect(heading('Submitted')).toHaveAttribute('aria-sort', 'descending');
  await sortBy('Submitted', 'ascending', ['other', 'a 3', 'c 2', 'b 1']);
  await sortBy('Name', 'ascending', ['a 3', 'b 1', 'c 2', 'other']);
  await sortBy('Name', 'descending', ['other', 'c 2', 'b 1', 'a 3']);
  await sortBy('Duration', 'descending', ['other', 'a 3', 'c 2', 'b 1']);
  await sortBy('Status', 'ascending', ['b 1', 'c 2', 'a 3', 'other']);
  await sortBy('Duration', 'descending', ['other', 'a 3', 'c 2', 'b 1']);
  await page.getByLabel('Search').fill('3');
  await sortBy('Duration', 'ascending', ['a 3']);
  assert.equal(new URL(page.url()).searchParams.get('sort'), 'shortest');
  await page.waitForURL('**/jobs?*search=3*');
  await page.getByLabel('Search').fill('');
  await rows(page).nth(3).waitFor();
  await page.reload();
  await rows(page).nth(3).waitFor();
  assert.deepEqual(await names(), ['b 1', 'c 2', 'a 3', 'other']);
  await expect(page.getByLabel('Sort')).toHaveValue('shortest');
});

test('two changes of what is listed at once both hold', async () => {
  const who = await longhand.createAccount();
  await placeJobs(who, [{ name: 'b 1' }, { name: 'a 2' }]);
  const page = await openJobs(who);
  await rows(page).nth(1).waitFor();
  await page.evaluate(() => {
    const status = document.querySelector<HTMLSelectElement>('search select');
    if (status !== null) status.value = 'transcribed';
    status?.dispatchEvent(new Event('change', { bubbles: true }));
    document.querySelector<HTMLElement>('th[aria-sort] button')?.click();
  });
  await page.waitForURL('**/jobs?*sort=oldest*');
  assert.equal(new URL(page.url()).searchParams.get('status'), 'transcribed');
  await expect(page.getByLabel('Status')).toHaveValue('transcribed');
  await expect(page.getByLabel('Sort')).toHaveValue('oldest');
});

test('HTML in names, metadata and failures is shown and does nothing', async () => {
  const who = await longhand.createAccount();
  const html = '<img src=x onerror="document.title=\'harmed\'"><script>document.title="harmed"</script>';
  await placeJobs(who, [{ name: `${html} name`, metadata: `${html} metadata`, detail: `${html} detail` }]);
  const page = await openJobs(who);
  for (const what of ['name', 'metadata', 'detail'])
    await page.getByText(`${html} ${what}`, { exact: true }).waitFor();
  await page.getByLabel('Search').fill('<img');
  await chooseFromMenu(menuButton(page), 'Rename…');
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.title(), 'Transcripts · Longhand');
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

test('a thousand jobs come page by page, are found, filtered and sorted, with little script', async () => {
  const who = await longhand.createAccount();
  await placeJobs(
    who,
    Array.from({ length: 1000 }, (_, index) => ({ name: `talk ${String(index).padStart(4, '0')}.wav` })),
  );
  const page = await openJobs(who);
  await expect(rows(page)).toHaveCount(100);
  await page.getByText('talk 0099.wav').scrollIntoViewIfNeeded();
  await page.getByText('talk 0199.wav').waitFor();
  await page.getByLabel('Sort').selectOption('Longest first');
  await rows(page).first().getByText('talk 0999.wav').waitFor();
  await page.getByLabel('Status').selectOption('Transcribed');
  await page.getByText('No matching transcripts').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await rows(page).first().getByText('talk 0000.wav').waitFor();
  await page.getByLabel('Search').fill('LK 077');
  await rows(page).first().getByText('talk 0770.wav').waitFor();
  await expect(rows(page)).toHaveCount(10);

  const scripts = await countScriptBytes(page);
  assert.ok(scripts > 0 && scripts <= scriptBudgetBytes, `${scripts} bytes of script`);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious on the page, ${colorScheme}`, async () => {
    const page = await openJobs();
    await page.emulateMedia({ colorScheme });
    await placeJobs(account, [{ name: `failed ${colorScheme}.wav`, metadata: 'case 8' }]);
    await page.reload();
    await page.getByRole('checkbox').first().check();
    await page.getByLabel('Choose files', { exact: true }).last().setInputFiles(clip);
    await page.getByRole('button', { name: /^Transcribe for/ }).waitFor();
    await checkWithAxe(page);
    await chooseFromMenu(menuButton(page, `failed ${colorScheme}.wav`), 'Rename…');
    await page.getByRole('dialog').waitFor();
    await checkWithAxe(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await chooseFromMenu(menuButton(page, `failed ${colorScheme}.wav`), 'Delete');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await checkWithAxe(page);
  });
}

async function checkWithAxe(page: Page): Promise<void> {
  assert.deepEqual(await seriousFindings(page), []);
}

test('a waiting job shows its position in the queue, and is canceled after a question', async () => {
  const who = await longhand.createAccount();
  const waiting = [newId(), newId()];
  // First of all that wait, and for a day: no worker takes them.
  for (const [at, id] of waiting.entries()) {
    await longhand.sql`
      insert into jobs (id, account_id, name, media_url, price_cents)
      values (${id}, ${who.id}, ${`waiting ${at}.wav`}, 'http://127.0.0.1:9/none.wav', 0)`;
    await longhand.sql`
      select graphile_worker.add_job('transcribe-job', ${JSON.stringify({ jobId: id })}::text::json,
        run_at => now() + interval '1 day', priority => ${at - 100}::int,
        job_key => ${transcriptionKey(id)}::text)`;
  }
  try {
    const page = await openJobs(who);
    const row = (name: string) => rows(page).filter({ hasText: name });
    await row('waiting 0.wav').getByText('Waiting, next in queue').waitFor();
    await row('waiting 1.wav').getByText('Waiting, #2 in queue').waitFor();
    await page.getByRole('button', { name: 'Cancel transcription of waiting 0.wav' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You won’t be charged.').waitFor();
    await dialog.getByRole('button', { name: 'Keep transcribing' }).click();
    await dialog.waitFor({ state: 'detached' });
    await row('waiting 0.wav').getByText('Waiting, next in queue').waitFor();
    await page.getByRole('button', { name: 'Cancel transcription of waiting 0.wav' }).click();
    await dialog.getByRole('button', { name: 'Cancel transcription' }).click();
    await row('waiting 0.wav').getByText('Canceled', { exact: true }).waitFor();
    await row('waiting 1.wav').getByText('Waiting, next in queue').waitFor();
    await page.getByRole('button', { name: 'Try again: waiting 0.wav' }).waitFor();
  } finally {
    for (const id of waiting) await longhand.sql`select graphile_worker.remove_job(${transcriptionKey(id)})`;
  }
});

test('the time left counts down while nothing is loaded', async () => {
  const who = await longhand.createAccount();
  // No task works on it, so the server would tell the same time again.
  await longhand.sql`
    insert into jobs (id, account_id, name, media_url, price_cents, progress, started_at, progress_at)
    values (${newId()}, ${who.id}, 'talk.wav', 'http://127.0.0.1:9/none.wav', 0, 0.5, now() - interval '55 minutes', now())`;
  const page = await freshPage(browser);
  await page.clock.install();
  await signIn(page, longhand, who);
  const left = async () => Number(/about (\d+)\smin left/.exec(await rows(page).innerText())?.[1]);
  const first = await left();
  assert.ok(first > 0);
  await waitFor('less time to be left', async () => {
    await page.clock.fastForward('01:00');
    return (await left()) <= first - 5 || undefined;
  });
});
