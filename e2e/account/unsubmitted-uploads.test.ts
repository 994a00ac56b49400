import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import { useSite } from '#e2e/support/use-site';

/* Unsubmitted uploads belong to the account, not to the page. */

const site = useSite();
let folder: string;
let clip: string;
let large: string;
let proxy: Proxy;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-unsubmitted-'));
  clip = (await readClips())[1]?.file ?? '';
  large = path.join(folder, 'large.wav');
  const tone = ['-f', 'lavfi', '-i', 'sine=duration=6'];
  await ffmpeg(...tone, '-ar', '96000', '-ac', '2', '-c:a', 'pcm_s32le', large);
  proxy = await startProxy(site.longhand.baseUrl);
});
afterEach(() => proxy.mend());
after(async () => {
  proxy?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Opens the transcripts of an account in a browser of its own. */
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
const card = (page: Page, file: string) => page.getByRole('group', { name: path.basename(file) });
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

test('without a balance a file waits for a payment, which comes back to it, and no error is shown', async () => {
  const account = await site.longhand.createAccount(0);
  // The page of the payment has the service's own address.
  const page = await freshPage(site.browser);
  await signIn(page, site.longhand, account);
  await hydrated(page);
  const noError = () =>
    expect(page.locator('main :is([role=alert]:not(:empty), button:disabled)')).toHaveCount(0);
  await page.getByText('To transcribe your own recordings, top up.').waitFor();
  await noError();
  await choose(page, clip);
  const topUp = card(page, clip).getByRole('link', { name: 'Top up' });
  await topUp.waitFor();
  await noError();
  await reload(page);
  await topUp.click();
  await page.getByRole('button', { name: 'Continue to test payment' }).waitFor();
  await reload(page);
  await page.getByRole('button', { name: 'Continue to test payment' }).click();
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await reload(page);
  await page.getByRole('button', { name: 'Add $25.00' }).click();
  await page.waitForURL('**/jobs?payment=*');
  await hydrated(page);
  await page.getByText('$25.00 was added').waitFor();
  await reload(page);
  await noError();
  await card(page, clip).getByRole('button', { name: 'Transcribe for $0.25' }).click();
  await page
    .getByRole('table', { name: 'Transcripts' })
    .getByRole('link', { name: path.basename(clip) })
    .waitFor();
  assert.equal(await makeClient(site.longhand, account.apiKey).balance(), 24.75);
});

test('the rest of an upload that a closed page interrupts is sent once the same file is chosen again', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  proxy.cutAfter((await stat(large)).size / 2);
  await choose(page, large);
  await page.getByText('Connection lost. The upload resumes').waitFor();
  await page.close();
  proxy.mend();
  // On another device, where nothing is known of the file.
  const device = await open(account);
  const partial = card(device, large);
  await partial.getByText(/ uploaded\. Choose the file again to continue\./).waitFor();
  assert.deepEqual(await seriousFindings(device), []);
  await partial.locator('input[type=file]').setInputFiles(clip);
  await partial.getByText(/^This is another file\. Choose large\.wav/).waitFor();
  await partial.locator('input[type=file]').setInputFiles(large);
  await device.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  await expect(uploads(device).getByRole('listitem')).toHaveCount(1);
});

/** The names of the account's jobs, and what was held for them, in cents. */
async function readJobs({ id }: TestAccount): Promise<{ names: unknown[]; heldCents: number }> {
  const jobs = await site.longhand.sql`select name from jobs where account_id = ${id}`;
  const [ledger] = await site.longhand.sql`
    select -sum(amount_cents)::int as cents from ledger_entries where account_id = ${id} and kind = 'hold'`;
  return { names: jobs.map(({ name }) => name as unknown), heldCents: Number(ledger?.['cents']) };
}

test('a link whose answer a reload cuts off is one job at one price, also with other options', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  await pasteLink(page, link);
  await loseAnswer(page, () => transcribe(page).click());
  await page.getByLabel('Name (optional)').fill('Another name');
  await transcribe(page).click();
  await page.getByText('Submitted.').waitFor();
  await cardsGone(page);
  assert.deepEqual(await readJobs(account), { names: ['talk.wav'], heldCents: 25 });
});

test('a link that may have been paid with the last of the balance asks for no payment', async () => {
  const account = await site.longhand.createAccount(25);
  // It is fetched until the test ends: until then, its price is held.
  const server = await startSilentServer();
  try {
    const page = await open(account);
    await pasteLink(page, `http://127.0.0.1:${server.port}/talk.wav`);
    await loseAnswer(page, () => transcribe(page).click());
    await transcribe(page).click();
    await page.getByText('Submitted.').waitFor();
    assert.deepEqual(await readJobs(account), { names: ['talk.wav'], heldCents: 25 });
  } finally {
    server.stop();
  }
});

test('a link that an earlier release kept, without a key, is one job, too', async () => {
  const account = await site.longhand.createAccount();
  const page = await open(account);
  await page.evaluate(
    ([key, url]) => localStorage.setItem(key, JSON.stringify([{ url, name: '', draft: {} }])),
    [`longhand.links.${account.id}`, link] as const,
  );
  await reload(page);
  await loseAnswer(page, () => transcribe(page).click());
  await transcribe(page).click();
  await page.getByText('Submitted.').waitFor();
  assert.deepEqual(await readJobs(account), { names: ['talk.wav'], heldCents: 25 });
});

/** One element of an entry of the Layout Instability API. */
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
        // A browser shows a page while it reads it: rows aligned to the right grow to the left until they are complete.
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
  // The page has loaded only once it has its typeface.
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

/** Waits for two frames: a change before them has been painted then. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}
