import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { newId } from '#lib/ids/new-id';
import { seriousFindings } from '#e2e/support/accessibility';
import { cardsGone } from '#e2e/support/account/cards-gone';
import { pasteLink } from '#e2e/support/account/paste-link';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { makeClient } from '#e2e/support/client';
import { makeSharedTranscript, openEditor } from '#e2e/support/editor/editor';
import { getText } from '#e2e/support/editor/editor-text';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { ffmpeg, readClips } from '#e2e/support/speech';
import { waitFor } from '#e2e/support/wait';
import { freshPage } from '#e2e/support/browser';
import { signIn, signInForCookies } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';
import { hydrated } from '#e2e/support/account/hydrated';
import { removeCard } from '#e2e/support/account/remove-card';
import { startProxy, type Proxy } from '#e2e/support/account/start-proxy';

const site = useSite({ keepsOpen: true });
/** All accounts of the suite use this one browser in turn, through the proxy. */
let page: Page;
let proxy: Proxy;
const folder = await makeTestFolder();
/** Three seconds of speech. */
let clip: string;
/** A large file: a tone of six seconds. */
let large: string;
const largeSeconds = 6;

before(async () => {
  clip = (await readClips())[1]?.file ?? '';
  large = path.join(folder, 'large.wav');
  const tone = ['-f', 'lavfi', '-i', `sine=duration=${largeSeconds}`];
  await ffmpeg(...tone, '-ar', '96000', '-ac', '2', '-c:a', 'pcm_s32le', large);
  proxy = await startProxy(site.longhand.baseUrl);
  page = await freshPage(site.browser);
});
afterEach(() => proxy.mend());
after(() => proxy?.close());

/** Opens the jobs page of a new account. */
async function openJobs(balanceCents?: number) {
  const account = await site.longhand.createAccount(balanceCents);
  await signIn(page, proxy, account);
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  return { account, client: makeClient(site.longhand, account.apiKey) };
}

function choose(files: Parameters<Page['setInputFiles']>[1]): Promise<void> {
  return page.getByLabel('Choose files', { exact: true }).last().setInputFiles(files);
}

/** Drags files over the page and, unless they only hover, drops them. */
async function drop(
  files: Array<{ name: string; path: string }>,
  events: Array<'dragover' | 'drop'> = ['dragover', 'drop'],
): Promise<void> {
  await hydrated(page);
  const given = await Promise.all(
    files.map(async ({ name, path }) => ({ name, base64: (await readFile(path)).toString('base64') })),
  );
  await page.evaluate(
    ([given, events]) => {
      const transfer = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type: 'audio/wav' }));
      }
      for (const event of events) {
        document.body.dispatchEvent(
          new DragEvent(event, { dataTransfer: transfer, bubbles: true, cancelable: true }),
        );
      }
    },
    [given, events] as const,
  );
}

async function listFiles(accountId: string): Promise<string[]> {
  return readdir(path.join(site.longhand.dataDir, 'uploads', accountId)).catch(() => []);
}

async function largestUpload(accountId: string): Promise<number> {
  const files = (await listFiles(accountId)).map((name) =>
    path.join(site.longhand.dataDir, 'uploads', accountId, name),
  );
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return Math.max(0, ...sizes);
}

test('three files dropped are uploaded in spite of a cut, priced, and transcribed', async () => {
  const { client, account } = await openJobs();
  const { size } = await stat(large);
  proxy.cutAfter(size / 2);
  await drop([
    { name: 'large.wav', path: large },
    { name: 'one.wav', path: clip },
    { name: 'two.wav', path: clip },
  ]);
  await page.getByText('Connection lost. The upload resumes').first().waitFor();
  // The next request for the upload discards what the server has not read yet.
  await waitFor('what was sent before the cut', async () =>
    (await largestUpload(account.id)) > size * 0.4 ? true : undefined,
  );
  proxy.mend();
  const question = page.getByRole('button', { name: 'Transcribe all for $0.75' });
  await question.waitFor();
  // The bytes sent before the cut were not sent again.
  assert.ok(proxy.sentBytes() < size * 0.85, `${proxy.sentBytes()} of ${size}`);
  assert.equal(await client.balance(), 100);
  await question.click();
  await page.getByRole('table', { name: 'Transcripts' }).getByRole('link').nth(2).waitFor();
  await cardsGone(page);
  const names = await page.getByRole('table', { name: 'Transcripts' }).getByRole('link').allTextContents();
  assert.deepEqual(names.toSorted(), ['large.wav', 'one.wav', 'two.wav']);
  assert.equal(await client.balance(), 99.25);
  // An upload whose first request was cut before its response is empty, and swept later.
  const folder = path.join(site.longhand.dataDir, 'uploads', account.id);
  const left = (await listFiles(account.id)).filter((name) => !name.endsWith('.json'));
  for (const name of left) assert.equal((await stat(path.join(folder, name))).size, 0);
});

test('files dropped on another page are uploaded on the jobs page, beside those under way', async () => {
  await openJobs();
  proxy.cutAfter((await stat(large)).size / 2);
  await choose(large);
  await page.getByText('Connection lost. The upload resumes').waitFor();
  proxy.mend();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();

  const files = [{ name: 'one.wav', path: clip }];
  await drop(files, ['dragover']);
  const target = page.getByText('Drop to upload');
  await target.waitFor();
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })));
  await target.waitFor({ state: 'detached' });

  // Servers and proxies answer so on an idle connection, or when another request for the upload aborts this one.
  const odd = [408, 400];
  await page.route('**/jobs/uploads', async (route) => {
    const status = odd.shift();
    await (status === undefined ? route.continue() : route.fulfill({ status }));
  });
  await drop(files);
  await page.waitForURL('**/jobs');
  await page.getByRole('button', { name: 'Transcribe all for $0.50' }).waitFor();
  assert.deepEqual(odd, []);
  await page.unroute('**/jobs/uploads');
  const names = await page.getByRole('list', { name: 'Uploads' }).locator('[title]').allTextContents();
  assert.deepEqual(names, ['large.wav', 'one.wav']);
});

test('without a balance, what is dropped on another page waits with the reason', async () => {
  await openJobs(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  await drop([{ name: 'one.wav', path: clip }]);
  await page.getByText('$0.25, $0.25 more than your balance').waitFor();
  await expect(page.getByRole('list', { name: 'Uploads' }).getByRole('link')).toHaveText('Top up');
});

/** True if the page accepts a file of this type and name dropped on its text. */
function takesFile(name: string, type: string): Promise<boolean> {
  return page.evaluate(
    ([name, type]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['bytes'], name, { type }));
      const dragged = new DragEvent('dragover', { dataTransfer: transfer, bubbles: true, cancelable: true });
      return !(document.querySelector('h1') ?? document.body).dispatchEvent(dragged);
    },
    [name, type] as const,
  );
}

test('a recording dropped on the editor is uploaded while the transcript stays open', async () => {
  const { account } = await openJobs();
  const jobId = await makeTranscript(site.longhand, account, { words: 60, monologues: 6 });
  const url = new URL(`/editor/${jobId}`, page.url()).href;
  await openEditor(page, url);
  const text = await getText(page, 'm1');
  const files = [{ name: 'one.wav', path: clip }];
  for (const [name, type] of [
    ['sheet.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['photo.png', 'image/png'],
  ] as const) {
    assert.equal(await takesFile(name, type), false, name);
  }

  await drop(files, ['dragover']);
  const target = page.getByText('Drop to upload');
  await target.waitFor();
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })));
  await target.waitFor({ state: 'detached' });

  await page.context().setOffline(true);
  await drop(files);
  await page.getByRole('alert').getByText('The recording couldn’t be uploaded.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('The recording is uploaded. Submit it in Transcripts.').waitFor();
  assert.equal(page.url(), url);
  assert.equal(await getText(page, 'm1'), text);
  assert.deepEqual(await seriousFindings(page), []);

  await page.getByRole('link', { name: 'Open Transcripts' }).click();
  await page.waitForURL('**/jobs');
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  const names = await page.getByRole('list', { name: 'Uploads' }).locator('[title]').allTextContents();
  assert.deepEqual(names, ['one.wav']);
});

test('a recording dropped by a guest is not taken', async () => {
  const { sharedUrl } = await makeSharedTranscript(site.longhand, { words: 60, monologues: 6 });
  await page.context().clearCookies();
  await openEditor(page, new URL(new URL(sharedUrl).pathname, proxy.baseUrl).href);
  assert.equal(await takesFile('one.wav', 'audio/wav'), false);
});

test('cancelling an upload leaves no file, and another account’s upload is not found', async () => {
  const { account } = await openJobs();
  await choose(clip);
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
  const [id = ''] = await listFiles(account.id);
  const where = `${site.longhand.baseUrl}/jobs/uploads/${id}`;
  const headers = { 'tus-resumable': '1.0.0' };
  assert.equal((await page.request.head(where, { headers })).status(), 200);

  const cookie = await signInForCookies(site.longhand, await site.longhand.createAccount());
  for (const method of ['HEAD', 'PATCH', 'DELETE']) {
    const patch = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const all = { cookie, ...headers, ...(method === 'PATCH' && patch) };
    assert.equal((await fetch(where, { method, headers: all })).status, 404, method);
  }
  assert.equal((await fetch(where, { method: 'HEAD', headers })).status, 401);

  await removeCard(page, /^Remove /);
  await waitFor('the upload to be gone', async () =>
    (await listFiles(account.id)).length === 0 ? true : undefined,
  );
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor({ state: 'detached' });
});

test('cancelling half-way leaves no file, and leaving before asks', async () => {
  const { account } = await openJobs();
  proxy.cutAfter((await stat(large)).size / 2);
  await choose(large);
  await page.getByText('Connection lost. The upload resumes').waitFor();
  const asking = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asking;
  assert.equal(dialog.type(), 'beforeunload');
  await dialog.dismiss();
  proxy.mend();
  await removeCard(page, /(Cancel upload of|Remove) large.wav/);
  await waitFor('the upload to be gone', async () =>
    (await listFiles(account.id)).length === 0 ? true : undefined,
  );
});

test('beside too many unfinished uploads a file waits with the reason, and is uploaded when there are fewer', async () => {
  const { account } = await openJobs();
  const uploads = path.join(site.longhand.dataDir, 'uploads', account.id);
  await mkdir(uploads, { recursive: true });
  const large = path.join(uploads, `${'1'.repeat(22)}.json`);
  await writeFile(large, JSON.stringify({ size: 1024 ** 4 }));
  await choose(clip);
  await page.getByText(/^You have too many unfinished uploads\. Transcribe or remove some/).waitFor();
  await rm(large);
  await page.getByRole('button', { name: 'Transcribe for $0.25' }).waitFor();
});

test('where the balance is too low the card says what is missing and leads to top up, without an error', async () => {
  const { client } = await openJobs(0);
  await choose(clip);
  const card = page.getByRole('group', { name: path.basename(clip) });
  await card.getByText('$0.25, $0.25 more than your balance').waitFor();
  await expect(card.getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/balance/top-up?to=jobs');
  await pasteLink(page, 'http://127.0.0.1:9/talk.wav');
  const link = page.getByRole('group', { name: 'http://127.0.0.1:9/talk.wav' });
  await link.getByText('From $0.25. Your balance is too low.').waitFor();
  await link.getByRole('link', { name: 'Top up' }).waitFor();
  await expect(page.locator('main :is([role=alert]:not(:empty), button:disabled)')).toHaveCount(0);
  assert.equal(await client.balance(), 0);
});

test('what can’t be transcribed is refused in words', async () => {
  await openJobs();
  const noise = path.join(folder, 'noise.mp3');
  await writeFile(noise, 'This is no recording.');
  const html = path.join(folder, 'page.html');
  await writeFile(html, '<!doctype html>');
  await choose([noise, html]);
  const list = page.getByRole('list', { name: 'Uploads' });
  await list.locator('p', { hasText: 'The file isn’t audio or video in a supported format.' }).waitFor();
  await list
    .locator('p', {
      hasText:
        'This file type isn’t supported. Choose audio or video, such as MP3, M4A, WAV, FLAC, MP4 or MOV.',
    })
    .waitFor();

  // A proxy that doesn't support the method will never accept it.
  await page.route('**/jobs/uploads', (route) => route.fulfill({ status: 405 }));
  await choose(clip);
  await page.getByText('Connection lost. The upload resumes').waitFor();
  await list.getByText('The server rejected the file.').waitFor();
  await page.unroute('**/jobs/uploads');
});

test('without a balance the empty page leads to a first transcript with the sample recording, free once', async () => {
  const { account, client } = await openJobs(0);
  await page.getByRole('heading', { name: 'Your first transcript' }).waitFor();
  await page.getByText('To transcribe your own recordings, top up. The sample is free.').waitFor();
  await page.getByText('Free, once per account.').waitFor();
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  const transcript = page.getByRole('link', { name: 'sample.mp3' });
  await transcript.waitFor();
  assert.equal(await client.balance(), 0);
  const entries = await site.longhand.sql`
    select kind, amount_cents::int as cents, note from ledger_entries where account_id = ${account.id}`;
  assert.deepEqual([...entries], [{ kind: 'charge', cents: 0, note: 'Free sample' }]);

  await chooseFromMenu(menuButton(page, 'sample.mp3'), 'Delete');
  await page.getByText('To transcribe your own recordings, top up.', { exact: true }).waitFor();
  await expect(page.getByRole('button', { name: 'Try the sample recording' })).toHaveCount(0);
  await expect(page.locator('main :is([role=alert]:not(:empty), button:disabled)')).toHaveCount(0);
  await page.goto(`${site.longhand.baseUrl}/balance`);
  await page.getByRole('cell', { name: 'Free sample' }).waitFor();
});

test('a free sample that was canceled can be tried again from the page', async () => {
  const { account } = await openJobs(0);
  await site.longhand.sql`
    insert into jobs (id, account_id, status, failure, canceled_at, name, media_url, price_cents)
    values (${newId()}, ${account.id}, 'failed', 'unspecified', now(), 'sample.mp3',
      'http://127.0.0.1:9/none.mp3', 0)`;
  await page.reload();
  await page.getByText('Canceled', { exact: true }).waitFor();
  await page.getByText('Free, once per account.').waitFor();
  await page.getByRole('button', { name: 'Try the sample recording' }).click();
  await page.getByRole('link', { name: 'sample.mp3' }).waitFor();
  await page.getByRole('heading', { name: 'Your first transcript' }).waitFor({ state: 'detached' });
});

test('the card of the first transcript leads to making a key as long as there is none', async () => {
  const { account } = await openJobs(0);
  await page.getByRole('heading', { name: 'Or use the API' }).waitFor();
  const link = page.getByRole('link', { name: 'Create an API key' });
  await expect(link).toHaveCount(0);
  await site.longhand.sql`delete from api_keys where account_id = ${account.id}`;
  await page.reload();
  await link.click();
  await page.getByRole('button', { name: 'Create API key' }).waitFor();
});

test('an address that must not be fetched is refused beside its field', async () => {
  await openJobs();
  await pasteLink(page, 'http://10.1.2.3/x.mp3');
  await page.getByRole('alert').getByText('not public').waitFor();
  await expect(page.getByRole('list', { name: 'Uploads' })).toHaveCount(0);
});

test('the link to a page is refused beside its field, with what is needed instead', async () => {
  await openJobs();
  await pasteLink(page, 'https://www.youtube.com/watch?v=1');
  await page.getByRole('alert').getByText('This is a page, not a recording.').waitFor();
  const field = page.getByLabel('Link to an audio or video file');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  assert.deepEqual(await seriousFindings(page), []);
  await field.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Link/ })).toBeFocused();
});
