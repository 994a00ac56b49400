import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { connect, type Connection } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { transcriptionKey } from '#lib/queue/queue-positions';
import { colorFindings, seriousFindings } from '#e2e/support/accessibility';
import { openJobs, placeJobs, rows, useJobsPage, waitForNames } from '#e2e/support/account/jobs-page';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { freshPage } from '#e2e/support/browser';
import { makeClient, type Client } from '#e2e/support/client';
import { countScriptBytes } from '#e2e/support/count-script-bytes';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { isDrawn } from '#e2e/support/look-at-page';
import { makeJob } from '#e2e/support/make-job';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { readDownload } from '#e2e/support/read-download';
import { signInContext, signInForCookies } from '#e2e/support/sign-in';
import { readClips } from '#e2e/support/speech';
import { waitFor } from '#e2e/support/wait';

/* The list of the jobs page. */

/** The maximum size of the jobs page's scripts. */
const scriptBudgetBytes = 240_000;

const site = useJobsPage();
let connection: Connection;
let client: Client;
let clip: string;
const folder = await makeTestFolder();

before(async () => {
  clip = (await readClips())[1]?.file ?? '';
  connection = connect(site.longhand.databaseUrl, { max: 1 });
  client = makeClient(site.longhand, site.account.apiKey);
});
after(() => connection?.close());

test('two browsers stay in step while a job comes, is renamed, and is deleted at once', async () => {
  await site.show([]);
  const { page: here } = site;
  const there = await freshPage(site.browser);
  await signInContext(there.context(), site.longhand, site.account);
  await openJobs(there, site.longhand);
  const { id } = await client.submitFile(clip, 'audio/wav');
  await Promise.all([rows(here).first().waitFor(), rows(there).first().waitFor()]);
  await rows(there).first().getByRole('link').waitFor();
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
  await there.context().close();
});

test('what is submitted to the sandbox is no row of the list', async () => {
  await site.show([]);
  const sandbox = makeClient(site.longhand, await makeSandboxKey(site.longhand, site.account.id));
  await sandbox.ended((await sandbox.submitUrl('http://media.example/sandbox.wav')).id);
  await placeJobs(site.longhand, site.account, [{ name: 'live.wav' }]);
  await site.announce();
  await rows(site.page).first().waitFor();
  await expect(rows(site.page).locator('[title]:not(time)')).toHaveText(['live.wav']);
});

test('a search finds a word that was said, and its link opens at that moment', async () => {
  await site.clear();
  const { id } = await makeJob(connection.db, site.account.id, { words: 'there was a young man' });
  await site.open();
  const { page } = site;
  await page.getByLabel('Search').fill('nobody said this');
  await page.getByText('No matching transcripts').waitFor();
  await page.getByLabel('Search').fill('youn');
  const link = page.getByRole('link').filter({ has: page.locator('mark', { hasText: 'young' }) });
  const href = (await link.getAttribute('href')) ?? '';
  const { pathname, searchParams } = new URL(href, site.longhand.baseUrl);
  assert.equal(pathname, `/editor/${id}`);
  assert.equal(searchParams.get('t'), '1.5');
  await link.click();
  await page.waitForURL(`${site.longhand.baseUrl}${href}`);
  await page.waitForFunction(() => {
    const { anchorNode, anchorOffset } = getSelection() ?? {};
    return anchorNode?.nodeValue?.slice(anchorOffset).startsWith('young');
  });
  await page.goBack();
  await link.waitFor();
  await expect(page.getByLabel('Search')).toHaveValue('youn');
});

test('those selected are downloaded as a zip of their transcripts, and deleted together', async () => {
  await site.clear();
  const make = (name: string) =>
    makeTranscript(site.longhand, site.account, { words: 30, monologues: 3, name });
  await make('kept.wav');
  await make('talk.wav');
  const latest = await make('talk.wav');
  await site.open();
  const { page } = site;
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
  const only = unzipSync(await readDownload(await captions));
  assert.deepEqual(Object.keys(only).toSorted(), ['talk (2).srt', 'talk.srt']);

  await page.reload();
  for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.check();
  await page.getByRole('button', { name: 'Download transcripts' }).click();
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(1);
  await dialog.getByLabel('Captions (SRT)').uncheck();
  for (const format of usual) await format.check();
  const saving = page.waitForEvent('download');
  await download.click();
  const archive = unzipSync(await readDownload(await saving));
  const names = ['talk (2).docx', 'talk (2).txt', 'talk.docx', 'talk.txt'];
  assert.deepEqual(Object.keys(archive).toSorted(), names);
  // The API's text format differs in names and times.
  const text = (await client.text(latest)).replaceAll(/^(.*?): {4}0(\d:\d\d) {4}/gm, '$1  $2\n');
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
  const { longhand, account } = site;
  const { id } = await makeJob(connection.db, account.id, { words: 'there was a young man' });
  const headers = { cookie: await signInForCookies(longhand, await longhand.createAccount()) };
  const answer = await fetch(`${longhand.baseUrl}/jobs/download`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', origin: longhand.baseUrl },
    body: JSON.stringify({ ids: [id] }),
  });
  assert.deepEqual(Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer()))), []);
  const list = await fetch(`${longhand.baseUrl}/jobs/list?search=young`, { headers });
  assert.deepEqual(await list.json(), { hasArchived: false, jobs: [], tags: [] });
  for (const where of ['events', 'list']) {
    assert.equal((await fetch(`${longhand.baseUrl}/jobs/${where}`)).status, 401, where);
  }
});

test('a failed job is tried again, once its price is accepted', async () => {
  await site.clear();
  const before = await client.balance();
  const noise = path.join(folder, 'noise.wav');
  await writeFile(noise, 'This is no recording.');
  const { id } = await client.submitFile(noise, 'audio/wav', { metadata: 'case 7' });
  await client.ended(id);
  await site.open();
  const { page } = site;
  const failure = page.getByText('The file isn’t audio or video in a supported format.');
  await failure.waitFor();
  await page.getByRole('button', { name: 'Try again: noise.wav' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Transcribe for $0.25' }).click();
  await page.getByText('case 7').nth(1).waitFor();
  await failure.nth(1).waitFor();
  await expect(rows(page)).toHaveCount(2);
  assert.equal(await client.balance(), before);
});

test('each heading sorts the rows found, both ways, and the address keeps the order', async () => {
  // Later names are those of older and longer recordings.
  await site.show([{ name: 'b 1' }, { name: 'c 2' }, { name: 'a 3' }, { name: 'other' }]);
  const { page } = site;
  const names = () => rows(page).locator('[title]:not(time)').allTextContents();
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
  await expect(heading('Duration')).toHaveAttribute('aria-sort', 'ascending');
});

test('two changes of what is listed at once both hold', async () => {
  // Both have the status chosen below, since the headings are shown only while rows are found.
  await site.show([
    { name: 'b 1', status: 'transcribed' },
    { name: 'a 2', status: 'transcribed' },
  ]);
  const { page } = site;
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
  await expect(page.locator('th[aria-sort=ascending]')).toHaveText('Submitted');
  await waitForNames(page, ['a 2', 'b 1']);
});

test('HTML in names, metadata and failures is shown and does nothing', async () => {
  const html = '<img src=x onerror="document.title=\'harmed\'"><script>document.title="harmed"</script>';
  await site.show([{ name: `${html} name`, metadata: `${html} metadata`, detail: `${html} detail` }]);
  const { page } = site;
  for (const what of ['name', 'metadata', 'detail'])
    await page.getByText(`${html} ${what}`, { exact: true }).waitFor();
  await page.getByLabel('Search').fill('<img');
  await chooseFromMenu(menuButton(page), 'Rename…');
  await page.getByRole('dialog').waitFor();
  assert.equal(await page.title(), 'Transcripts · Longhand');
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
});

test('a thousand jobs come page by page, are found, filtered and sorted, with little script', async () => {
  await site.show(
    Array.from({ length: 1000 }, (_, index) => ({ name: `talk ${String(index).padStart(4, '0')}.wav` })),
  );
  const { page } = site;
  await expect(rows(page)).toHaveCount(100);
  await page.getByText('talk 0099.wav').scrollIntoViewIfNeeded();
  await page.getByText('talk 0199.wav').waitFor();
  await page.getByRole('columnheader', { name: 'Duration' }).getByRole('button').click();
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

test('a job that is deleted while further rows load takes none of them away', async () => {
  const { page } = site;
  await page.addInitScript(() => {
    const counted = { events: 0 };
    class CountedEvents extends EventSource {
      constructor(url: string) {
        super(url);
        this.addEventListener('jobs', () => (counted.events += 1));
      }
    }
    Object.assign(globalThis, { counted, EventSource: CountedEvents });
  });
  const [firstId = ''] = await site.show(
    Array.from({ length: 150 }, (_, index) => ({ name: `talk ${String(index).padStart(3, '0')}.wav` })),
  );
  const countEvents = () => page.evaluate(() => Reflect.get(globalThis, 'counted').events as number);
  const before = await countEvents();
  const limits: Array<string | null> = [];
  await page.route('**/jobs/list?*', async (route) => {
    const params = new URL(route.request().url()).searchParams;
    limits.push(params.has('after') ? 'after' : params.get('limit'));
    if (params.has('after')) {
      await client.request(`/jobs/${firstId}`, { method: 'DELETE' });
      await waitFor('the event', async () => (await countEvents()) > before || undefined);
    }
    await route.continue();
  });
  await page.getByText('talk 099.wav').scrollIntoViewIfNeeded();
  await expect(rows(page)).toHaveCount(149);
  assert.deepEqual(limits.slice(limits.indexOf('after')), ['after', '150']);
  await page.unrouteAll({ behavior: 'wait' });
});

test('axe finds nothing serious on the page, light and dark', async () => {
  await site.show([
    { name: 'failed.wav', metadata: 'case 8' },
    { name: 'talk.wav', status: 'transcribed' },
  ]);
  const { page } = site;
  const check = async () => {
    for (const [colorScheme, find] of [
      ['light', seriousFindings],
      ['dark', colorFindings],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await isDrawn(page, colorScheme);
      assert.deepEqual(await find(page), [], colorScheme);
    }
  };
  await page.getByRole('checkbox').first().check();
  await page.getByLabel('Choose files', { exact: true }).last().setInputFiles(clip);
  await page.getByRole('button', { name: /^Transcribe for/ }).waitFor();
  await check();
  await chooseFromMenu(menuButton(page, 'failed.wav'), 'Rename…');
  await page.getByRole('dialog').waitFor();
  await check();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await chooseFromMenu(menuButton(page, 'failed.wav'), 'Delete');
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await check();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
});

test('a waiting job shows its position in the queue, and is canceled after a question', async () => {
  const { longhand, account, page } = site;
  await site.clear();
  const waiting = [newId(), newId()];
  // First in the queue, but scheduled a day ahead: no worker takes them.
  for (const [at, id] of waiting.entries()) {
    await longhand.sql`
      insert into jobs (id, account_id, name, media_url, price_cents)
      values (${id}, ${account.id}, ${`waiting ${at}.wav`}, 'http://127.0.0.1:9/none.wav', 0)`;
    await longhand.sql`
      select graphile_worker.add_job('transcribe-job', ${JSON.stringify({ jobId: id })}::text::json,
        run_at => now() + interval '1 day', priority => ${at - 100}::int,
        job_key => ${transcriptionKey(id)}::text)`;
  }
  try {
    await site.open();
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
  const { longhand, account, page } = site;
  await site.clear();
  // Has no task, so the server would report the same time again.
  await longhand.sql`
    insert into jobs (id, account_id, name, media_url, price_cents, progress, started_at, progress_at)
    values (${newId()}, ${account.id}, 'talk.wav', 'http://127.0.0.1:9/none.wav', 0, 0.5, now() - interval '55 minutes', now())`;
  await page.clock.install();
  await site.open();
  const left = async () => Number(/about (\d+)\smin left/.exec(await rows(page).innerText())?.[1]);
  const first = await left();
  assert.ok(first > 0);
  await waitFor('less time to be left', async () => {
    await page.clock.fastForward('01:00');
    return (await left()) <= first - 5 || undefined;
  });
});
