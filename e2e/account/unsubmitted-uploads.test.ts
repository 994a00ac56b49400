import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright';
import { seriousFindings } from '#e2e/support/accessibility';
import { cardsGone } from '#e2e/support/account/cards-gone';
import { loseAnswer } from '#e2e/support/account/lose-answer';
import { hydrated } from '#e2e/support/account/hydrated';
import { pasteLink } from '#e2e/support/account/paste-link';
import { startProxy, type Proxy } from '#e2e/support/account/start-proxy';
import { freshPage } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { signIn, signInContext } from '#e2e/support/sign-in';
import { startSilentServer } from '#e2e/support/silent-server';
import { ffmpeg, readClips } from '#e2e/support/speech';
import type { TestAccount } from '#e2e/support/start-longhand';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { useSite } from '#e2e/support/use-site';

/* Unsubmitted uploads belong to the account, not to the page. */

const site = useSite();
const folder = await makeTestFolder();
let clip: string;
let large: string;
let proxy: Proxy;

before(async () => {
  clip = (await readClips())[1]?.file ?? '';
  large = path.join(folder, 'large.wav');
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=6'];
  await ffmpeg(...tone, '-ar', '96000', '-ac', '2', '-c:a', 'pcm_s32le', large);
  proxy = await startProxy(site.longhand.baseUrl);
});
afterEach(() => proxy.mend());
after(() => proxy?.close());

/** Opens the account's Transcripts page in a new browser. */
async function open(account: TestAccount): Promise<Page> {
  const page = await freshPage(site.browser);
  await signIn(page, proxy, account);
  await hydrated(page);
  return page;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await hydrated(page);
}

const choose = (page: Page, file: string) =>
  page.getByLabel('Choose files', { exact: true }).last().setInputFiles(file);
const card = (page: Page, file: string) =>
  page.getByRole('group', { name: file.startsWith('http') ? file : path.basename(file), exact: true });
const vocabulary = (page: Page) => page.getByLabel('Vocabulary');
const link = 'http://127.0.0.1:9/talk.wav';
const transcribe = (page: Page) => page.getByRole('button', { name: 'Transcribe', exact: true });
const uploads = (page: Page) => page.getByRole('list', { name: 'Uploads' });

test('an upload with its options is there after a reload and on another device, and for no other account', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  await choose(page, clip);
  await card(page, clip).getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  await page.locator('summary').click();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await vocabulary(page).fill('Dashwood');
  await saved;
  await reload(page);
  await card(page, clip).getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  await card(page, clip)
    .getByText(/Kept until /)
    .waitFor();
  assert.deepEqual(await seriousFindings(page), []);

  const stranger = await open(await site.longhand.createAccount());
  await expect(uploads(stranger)).toHaveCount(0);

  const device = await open(account);
  await device.locator('summary').getByText('1 vocabulary entry').waitFor();
  await device.getByRole('button', { name: 'Transcribe for $0.25' }).click();
  await device.getByRole('table', { name: 'Transcripts' }).getByRole('link').first().waitFor();
  const [job] = await site.longhand.sql<{ options: unknown }[]>`
    select recognition_options as options from jobs where account_id = ${account.id}`;
  assert.deepEqual(job?.options, { vocabulary: ['Dashwood'] });
  await cardsGone(device);
  await reload(page);
  await expect(uploads(page)).toHaveCount(0);
});

test('a transcript that is added to a file stays with it, and is aligned for less', async () => {
  const account = await site.longhand.createAccount();
  const client = makeClient(site.longhand, account.apiKey);
  const page = await open(account);
  const balance = await client.balance();
  await choose(page, clip);
  const file = card(page, clip);
  await file.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  const add = (name: string, buffer: Buffer) =>
    file.getByLabel('Add transcript…').last().setInputFiles({ name, mimeType: '', buffer });
  await add('picture.txt', Buffer.from([0, 1, 2, 3]));
  await file.getByRole('alert').getByText('isn’t a transcript in a known format').waitFor();
  const said = (await readClips())[1]?.words ?? [];
  const text = Buffer.from(`Anna: ${said.slice(0, 5).join(' ')}\nAnna: ${said.slice(5).join(' ')}`);
  await add('talk.txt', text);
  await file.getByRole('button', { name: 'Align for $0.10' }).waitFor();
  await expect(file.getByRole('alert')).toHaveCount(0);
  assert.deepEqual(await seriousFindings(page), []);
  const remove = file.getByRole('button', { name: 'Remove transcript talk.txt' });
  await remove.click();
  await file.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  await expect(file.getByRole('button', { name: 'Add transcript…' })).toBeFocused();
  await add('talk.txt', text);
  await remove.waitFor();
  await reload(page);
  await remove.waitFor();
  await file.getByRole('button', { name: 'Align for $0.10' }).click();
  await cardsGone(page);
  const [row] = await site.longhand.sql<
    { id: string }[]
  >`select id from jobs where account_id = ${account.id}`;
  const job = await client.ended(row?.id ?? '');
  assert.deepEqual([job.status, job.task], ['transcribed', 'align'], job.failure_detail);
  const { speakers, monologues } = await client.transcript(job.id);
  assert.deepEqual(
    [
      speakers.map(({ name }) => name),
      monologues.flatMap(({ elements }) => elements.map(({ value }) => value)).join(' '),
    ],
    [['Anna'], said.join(' ')],
  );
  assert.equal(Math.round(100 * (balance - (await client.balance()))), 10);

  await page
    .getByLabel('Choose files', { exact: true })
    .last()
    .setInputFiles({
      ...{ name: 'talk.docx', mimeType: '', buffer: Buffer.from('PK') },
    });
  await page.getByText('This is a text file. To use it, add its recording').waitFor();
});

test('the rest of an upload that a closed page interrupts is sent once the same file is chosen again', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  proxy.cutAfter((await stat(large)).size / 2);
  await choose(page, large);
  await page.getByText('Connection lost. The upload resumes').waitFor();
  await page.close();
  proxy.mend();
  // Another device has no copy of the file.
  const device = await open(account);
  const partial = card(device, large);
  await partial.getByText(/ uploaded\. Choose the file again to continue\./).waitFor();
  assert.deepEqual(await seriousFindings(device), []);
  await partial
    .getByLabel(/^Choose file/)
    .last()
    .setInputFiles(clip);
  await partial.getByText(/^This is another file\. Choose large\.wav/).waitFor();
  await partial
    .getByLabel(/^Choose file/)
    .last()
    .setInputFiles(large);
  await device.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  await expect(uploads(device).getByRole('listitem')).toHaveCount(1);
});

/** Names of the account's jobs, and their held amount in cents. */
async function readJobs({ id }: TestAccount): Promise<{ names: unknown[]; heldCents: number }> {
  const jobs = await site.longhand.sql`select name from jobs where account_id = ${id}`;
  const [ledger] = await site.longhand.sql`
    select -sum(amount_cents)::int as cents from ledger_entries where account_id = ${id} and kind = 'hold'`;
  return { names: jobs.map(({ name }) => name as unknown), heldCents: Number(ledger?.['cents']) };
}

test('a link with its options is on all devices of its account, through a payment, until one transcribes it', async () => {
  const account = await site.longhand.createAccount(0);
  const page = await freshPage(site.browser);
  await signIn(page, site.longhand, account);
  await hydrated(page);
  await pasteLink(page, link);
  const shown = card(page, link);
  await shown.getByText('From $0.25. Your balance is too low.').waitFor();
  await shown.locator('summary').click();
  const saved = (word: string) =>
    page.waitForResponse((answer) => answer.request().postData()?.includes(word) === true && answer.ok());
  const [named, chosen] = [saved('Marianne'), saved('Dashwood')];
  await shown.getByLabel('Name (optional)').fill('Marianne');
  await named;
  await vocabulary(page).fill('Dashwood');
  await chosen;
  await shown.getByRole('link', { name: 'Top up' }).click();
  await page.getByRole('button', { name: 'Continue to test payment' }).click();
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await hydrated(page);
  await page.getByRole('button', { name: 'Add $25.00' }).click();
  await page.waitForURL('**/jobs?payment=*');
  await reload(page);
  await shown.getByText('$0.25 per minute, rounded up. Kept until ').waitFor();
  await expect(shown.getByRole('button', { name: 'Add transcript…' })).toHaveCount(0);
  assert.deepEqual(await seriousFindings(page), []);

  const stranger = await open(await site.longhand.createAccount());
  await expect(uploads(stranger)).toHaveCount(0);

  const device = await open(account);
  await device.locator('summary').getByText('1 vocabulary entry').waitFor();
  await expect(device.getByLabel('Name (optional)')).toHaveValue('Marianne');
  await pasteLink(device, link);
  await expect(device.getByLabel('Link to an audio or video file')).toHaveCount(0);
  await expect(uploads(device).getByRole('listitem')).toHaveCount(1);
  await transcribe(device).click();
  await device.getByText('Submitted.').waitFor();
  await cardsGone(device);
  // The other page becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await cardsGone(page);
  const [job] = await site.longhand.sql`
    select recognition_options as options from jobs where account_id = ${account.id}`;
  assert.deepEqual(job?.['options'], { vocabulary: ['Dashwood'] });
  assert.deepEqual(await readJobs(account), { names: ['Marianne'], heldCents: 25 });
});

test('a link that another device has removed says so when it is transcribed, and one removed here stays away', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  await pasteLink(page, link);
  await transcribe(page).waitFor();
  const device = await open(account);
  const removed = device.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await device.getByRole('button', { name: `Remove ${link}` }).click();
  await removed;
  await reload(device);
  await expect(uploads(device)).toHaveCount(0);
  await transcribe(page).click();
  await card(page, link).getByRole('alert').getByText('This link was removed or has expired.').waitFor();
  assert.deepEqual(await readJobs(account), { names: [], heldCents: 0 });
});

test('a link whose answer is lost is one job at one price, also with other options, and asks for no payment', async () => {
  // The balance covers the first minute only. The download lasts until the test ends, so the price stays held.
  const account = await site.longhand.createAccount(25);
  const server = await startSilentServer();
  try {
    const page = await open(account);
    const own = `http://127.0.0.1:${server.port}/talk.wav`;
    await pasteLink(page, own);
    await transcribe(page).waitFor();
    await page.route('**/jobs', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await route.fetch();
      return route.abort();
    });
    await transcribe(page).click();
    await card(page, own).getByRole('alert').getByText('Couldn’t reach the server').waitFor();
    await page.unroute('**/jobs');
    await page.getByText('Balance $0.00').waitFor();
    await page.getByLabel('Name (optional)').fill('Another name');
    await transcribe(page).click();
    await page.getByText('Submitted.').waitFor();
    await cardsGone(page);
    assert.deepEqual(await readJobs(account), { names: ['talk.wav'], heldCents: 25 });
  } finally {
    server.stop();
  }
});

test('a link whose answer a reload cuts off is a job, and no card any more', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  await pasteLink(page, link);
  await loseAnswer(page, () => transcribe(page).click());
  await cardsGone(page);
  assert.deepEqual(await readJobs(account), { names: ['talk.wav'], heldCents: 25 });
});

test('links that an earlier release kept in a browser move to their account, each to become one job', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  const key = `longhand.links.${account.id}`;
  await page.evaluate(
    ([name, url]) => {
      const kept = { name: 'Talk', draft: { vocabulary: 'Dashwood' } };
      const keyed = { ...kept, url: `${url}2`, submissionKey: 'a'.repeat(32), isUnanswered: true };
      localStorage.setItem(name, JSON.stringify([{ ...kept, url }, keyed]));
    },
    [key, link] as const,
  );
  await reload(page);
  await expect(uploads(page).getByRole('listitem')).toHaveCount(2);
  await page.waitForFunction((name) => localStorage.getItem(name) === null, key);
  await reload(page);
  await expect(card(page, link).getByLabel('Name (optional)')).toHaveValue('Talk');
  await card(page, `${link}2`).locator('summary').getByText('1 vocabulary entry').waitFor();
  const [kept] = await site.longhand.sql`
    select id from pending_links where account_id = ${account.id} and url = ${`${link}2`}`;
  assert.equal(kept?.['id'], 'a'.repeat(32));
});

/** A source of a layout shift, in the Layout Instability API. */
interface Shifted {
  node: Node | null;
  previousRect: DOMRect;
  currentRect: DOMRect;
}

test('the page opens with its uploads in place: nothing moves, also when the typeface comes late', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  await choose(page, clip);
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  const device = await freshPage(site.browser);
  await device.addInitScript(() => {
    const shifts: string[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, sources } = entry as PerformanceEntry & { value: number; sources: Shifted[] };
        // Browsers render pages incrementally: right-aligned rows grow to the left until they are complete.
        const moved = sources.filter(({ previousRect, currentRect }) => previousRect.y !== currentRect.y);
        if (moved.length > 0)
          shifts.push(`${value}: ${moved.map(({ node }) => node?.textContent).join(' | ')}`);
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const takeShifts = () => {
      note(observer.takeRecords());
      return shifts;
    };
    Object.assign(globalThis, { takeShifts });
  });
  const painting = new EventEmitter();
  const isPainted = once(painting, 'done');
  await device.route('**/*.woff2', async (route) => {
    await isPainted;
    await route.continue();
  });
  await signInContext(device.context(), proxy, account);
  // The load event waits for the font.
  await device.goto(`${proxy.baseUrl}/jobs`, { waitUntil: 'commit' });
  await device.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  await device.getByLabel('Language').first().waitFor();
  await hydrated(device);
  await painted(device);
  const isHeld = await device.evaluate(() => document.fonts.status === 'loading');
  assert.ok(isHeld, 'the typeface was there before');
  painting.emit('done');
  await device.evaluate(() => document.fonts.ready);
  await painted(device);
  assert.deepEqual(
    await device.evaluate(() => (globalThis as unknown as { takeShifts: () => string[] }).takeShifts()),
    [],
  );
});

/** Waits for two frames, so that earlier changes are painted. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}
