import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from 'playwright';
import { makeClient, type Client } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { readClips } from '#e2e/support/speech';
import type { TestAccount } from '#e2e/support/start-longhand';
import { freshPage } from '#e2e/support/browser';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { readDownload } from '#e2e/support/read-download';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';
import { hydrated } from '#e2e/support/account/hydrated';

/* The settings for data retention, shared links and export. */

const site = useSite({ keepsOpen: true });
let page: Page;
let client: Client;
let account: TestAccount;
let jobId: string;
let clip: string;

before(async () => {
  const { longhand } = site;
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  clip = (await readClips())[1]?.file ?? '';
  jobId = (await client.submitFile(clip, 'audio/wav')).id;
  await client.ended(jobId);
  page = await freshPage(site.browser);
  await signInContext(page.context(), longhand, account);
});

async function openSettings(): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}/settings/data`);
  await hydrated(page);
}

test('a shared transcript is listed, and its link is revoked after a question', async () => {
  const shared = await client.request(`/jobs/${jobId}/share`, { method: 'POST' });
  const { editor_url: link } = (await shared.json()) as { editor_url: string };
  await client.request(`/jobs/${jobId}/share`, { method: 'POST' });
  await openSettings();
  const revoke = page.getByRole('button', { name: /^Revoke the link to / });
  await expect(revoke).toHaveCount(2);
  // The newest link comes first.
  await keepsFocus(page, revoke.first());
  await revoke.first().press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(revoke).toHaveCount(1);
  await expect(revoke).toBeFocused();
  assert.equal((await fetch(link)).status, 200);
  await revoke.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await page.getByText('No shared transcripts.').waitFor();
  await expect(page.getByRole('heading', { name: 'Shared transcripts' })).toBeFocused();
  assert.equal((await fetch(link)).status, 404);
});

test('a shorter time to keep recordings is asked about, and stays', async () => {
  await page.getByLabel('Keep recordings for').selectOption('30 days');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('recordings older than 30 days').waitFor();
  await page.getByRole('button', { name: 'Yes, delete them' }).click();
  await page.getByText('Saved.').waitFor();
  await openSettings();
  await expect(page.getByLabel('Keep recordings for')).toHaveValue('30');
});

test('originals alone have a time of their own, and several losses are asked about at once', async () => {
  await page.getByLabel('Keep recordings for').selectOption('Forever');
  await page.getByLabel('Keep original recordings for').selectOption('7 days');
  await page.getByLabel('Keep transcripts for').selectOption('365 days');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const losses = page.getByRole('dialog').getByRole('listitem');
  await expect(losses).toHaveText([
    'original recordings older than 7 days; their copies stay',
    'transcripts older than 365 days, with their recordings',
  ]);
  await page.getByRole('button', { name: 'Yes, delete them' }).click();
  await page.getByText('Saved.').waitFor();
  await openSettings();
  await expect(page.getByLabel('Keep original recordings for')).toHaveValue('7');
  await expect(page.getByLabel('Keep recordings for')).toHaveValue('');
  await page.getByLabel('Keep original recordings for').selectOption('Forever');
  await page.getByLabel('Keep transcripts for').selectOption('Forever');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
});

test('everything of the account is in the download, and nothing of another’s', async () => {
  const other = await site.longhand.createAccount();
  await makeTranscript(site.longhand, other, { words: 12, monologues: 1 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export all data' }).click(),
  ]);
  const files = unzipSync(await readDownload(download));
  const named = (end: string) => Object.keys(files).filter((name) => name.endsWith(end));
  assert.equal(named('job.json').length, 1);
  assert.match(strFromU8(files[named('transcript.txt')[0] ?? ''] ?? new Uint8Array()), /young man/);
  assert.deepEqual(Buffer.from(files[named('recording.wav')[0] ?? ''] ?? []), await readFile(clip));
  assert.match(strFromU8(files['ledger.csv'] ?? new Uint8Array()), /charge,-0\.25/);
  assert.equal(
    (JSON.parse(strFromU8(files['account.json'] ?? new Uint8Array())) as { email: string }).email,
    account.email,
  );
  assert.equal((await fetch(`${site.longhand.baseUrl}/settings/export`)).status, 401);
});

test('the account is deleted with its password, and then nobody signs in', async () => {
  const open = () => page.getByRole('button', { name: 'Delete account…' }).click();
  await open();
  await page.getByRole('dialog').getByLabel('Your password').fill('wrong');
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
  await page.getByText('Wrong password.').waitFor();
  await page.getByRole('dialog').getByLabel('Your password').fill(account.password);
  await page.getByRole('button', { name: 'Delete account', exact: true }).click();
  await page.waitForURL(`${site.longhand.baseUrl}/`);
  assert.equal((await client.request('/account')).status, 401);
  await page.goto(`${site.longhand.baseUrl}/jobs`);
  await page.waitForURL('**/sign-in?**');
});
