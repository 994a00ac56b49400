import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { pasteLink } from '#e2e/support/account/paste-link';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { openEditor } from '#e2e/support/editor/editor';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { makeClient, type Client } from '#e2e/support/client';
import { useSite } from '#e2e/support/use-site';
import { freshPage } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';

/* Success messages disappear when they are no longer true. */

interface Visit {
  password: string;
  accountId: string;
  client: Client;
}

const site = useSite({ keepsOpen: true });
let page: Page;

before(async () => {
  page = await freshPage(site.browser);
});

/** Signs in a new account. */
async function enter(): Promise<Visit> {
  const account = await site.longhand.createAccount();
  await signInContext(page.context(), site.longhand, account);
  return {
    password: account.password,
    accountId: account.id,
    client: makeClient(site.longhand, account.apiKey),
  };
}

async function show(path: string): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}${path}`);
  await hydrated(page);
}

/** Opens a page of a new account. */
async function open(path: string): Promise<Visit> {
  const visit = await enter();
  await show(path);
  return visit;
}

test('that a link was submitted goes with its transcript, and when another link is added', async () => {
  const { accountId, client } = await open('/jobs');
  const line = page.getByText('Submitted. You’ll find the recording in the list below.');
  const submit = async () => {
    await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
    await line.waitFor();
  };
  await pasteLink(page, 'http://127.0.0.1:9/gone.wav');
  await submit();
  await pasteLink(page, 'http://127.0.0.1:9/gone.wav');
  await line.waitFor({ state: 'detached' });
  await submit();
  await page.getByRole('table', { name: 'Transcripts' }).locator('tbody').getByRole('row').nth(1).waitFor();
  const jobs = await site.longhand.sql<
    Array<{ id: string }>
  >`select id from jobs where account_id = ${accountId}`;
  for (const { id } of jobs) {
    // The job may have failed by now.
    await client.request(`/jobs/${id}/cancel`, { method: 'POST' });
    assert.equal((await client.request(`/jobs/${id}`, { method: 'DELETE' })).status, 204);
  }
  await line.waitFor({ state: 'detached' });
});

test('that a link was submitted names no list that does not show it', async () => {
  await open('/jobs?archived=true');
  await pasteLink(page, 'http://127.0.0.1:9/gone.wav');
  await page.getByRole('button', { name: 'Transcribe', exact: true }).click();
  await page.getByText('Submitted.', { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Current', exact: true }).click();
  await page.getByRole('table', { name: 'Transcripts' }).waitFor();
  await page.getByText('Submitted. You’ll find the recording in the list below.').waitFor();
});

test('that a file was downloaded goes when another format is chosen, in the list and in the editor', async () => {
  const { accountId } = await enter();
  const id = await makeTranscript(
    site.longhand,
    { id: accountId },
    { words: 12, monologues: 1, name: 'talk.wav' },
  );
  await show('/jobs');
  await chooseFromMenu(menuButton(page, 'talk.wav'), 'Export…');
  const line = page.getByText('talk.docx downloaded.');
  const download = async (part: Locator) => {
    await part.getByRole('button', { name: 'Download', exact: true }).click();
    await line.waitFor();
    await part.getByLabel('Format').selectOption('Plain text');
    await expect(line).toHaveCount(0);
  };
  await download(page.getByRole('dialog'));
  await openEditor(page, `${site.longhand.baseUrl}/editor/${id}`);
  await page.getByRole('button', { name: 'Export' }).click();
  await download(page.getByRole('complementary', { name: 'Export' }));
});

test('what an operator made of a balance goes when another change is typed', async () => {
  const { accountId } = await enter();
  await site.longhand.sql`update accounts set role = 'operator' where id = ${accountId}`;
  await show(`/operator/accounts/${accountId}`);
  const form = page.locator('form', { has: page.getByLabel('Amount in dollars') });
  const line = page.getByText('The balance is now $');
  for (const field of ['Amount in dollars', 'Reason']) {
    await form.getByLabel('Amount in dollars').fill('1');
    await form.getByLabel('Reason').fill('A gift');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await line.waitFor();
    await form.getByLabel(field).fill('2');
    await expect(line).toHaveCount(0);
  }
});

test('that the password was changed goes when another one is typed', async () => {
  const { password } = await open('/settings/security');
  await page.getByLabel('Current password').fill(password);
  await page.getByLabel('New password', { exact: true }).fill('another correct horse');
  await page.getByRole('button', { name: 'Change password' }).click();
  const line = page.getByText('Password changed', { exact: false });
  await line.waitFor();
  await page.getByLabel('Current password').fill('x');
  await line.waitFor({ state: 'detached' });
});

test('that a callback was accepted goes when another address is typed', async () => {
  await open('/developers/callbacks');
  const field = page.getByRole('region', { name: 'Send a test' }).getByRole('textbox');
  await field.fill('http://127.0.0.1:9/');
  await field.press('Enter');
  const line = page.getByText('Not accepted');
  await line.waitFor();
  await field.fill('http://127.0.0.1:8/');
  await line.waitFor({ state: 'detached' });
});
