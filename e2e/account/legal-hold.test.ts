import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { hold, holdReason, makeOperator, makeOwner } from '#e2e/support/account/legal-hold';
import { operate } from '#e2e/support/account/operator';
import { withServiceDatabase } from '#e2e/support/account/with-service-database';
import { freshPage } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { pressUntilFocused } from '#e2e/support/press-until-focused';
import { readAudit } from '#e2e/support/read-audit';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { commandLine } from '#lib/audit/actor';
import { releaseLegalHold } from '#lib/legal-holds/legal-holds';

/* A legal hold: placing it, and the deletions that it prevents. held-pages.test.ts covers its pages' appearance. */

const site = useSite({ keepsOpen: true });
let page: Page;

before(async () => {
  page = await freshPage(site.browser);
});

const release = ({ id: accountId }: TestAccount) =>
  withServiceDatabase(site.longhand, (db) => releaseLegalHold(db, { accountId, by: commandLine }));

async function openAs(account: TestAccount, path: string): Promise<void> {
  await signInContext(page.context(), site.longhand, account);
  await open(path);
}

async function open(path: string): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}${path}`);
  await hydrated(page);
}

test('under a hold the API refuses to delete, in both revisions, and deletes as ever once it is released', async () => {
  const { owner, listed, trashed } = await makeOwner(site.longhand);
  const { listed: another, owner: neighbor } = await makeOwner(site.longhand);
  const client = makeClient(site.longhand, owner.apiKey);
  const deleteEarlier = () =>
    fetch(`${site.longhand.baseUrl}/api/v1/jobs/${listed}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${owner.apiKey}` },
    });
  assert.deepEqual(await operate(site.longhand, ['legal-hold', owner.email, holdReason]), {
    email: owner.email,
    legal_hold: 'placed',
  });

  const refused = await client.request(`/jobs/${listed}`, { method: 'DELETE' });
  assert.equal(refused.status, 409);
  assert.equal(refused.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const problem = (await refused.json()) as Record<string, unknown>;
  assert.match(String(problem['type']), /\/errors\/legal-hold$/);
  assert.equal(problem['detail'], 'The account is under a legal hold. Nothing in it can be deleted.');
  assert.doesNotMatch(JSON.stringify(problem), /Smith/);
  const earlier = await deleteEarlier();
  assert.equal(earlier.status, 409);
  assert.deepEqual(Object.keys((await earlier.json()) as object), ['message']);
  // Same response as without a hold: to the API, these jobs don't exist.
  for (const id of [trashed, 'none']) {
    assert.equal((await client.request(`/jobs/${id}`, { method: 'DELETE' })).status, 404);
  }
  assert.equal((await client.request(`/jobs/${listed}`)).status, 200);
  const other = makeClient(site.longhand, neighbor.apiKey);
  assert.equal((await other.request(`/jobs/${another}`, { method: 'DELETE' })).status, 204);

  const released = await operate(site.longhand, ['release-legal-hold', owner.email]);
  assert.deepEqual(released, { email: owner.email, legal_hold: 'released', was_held: true });
  assert.equal((await deleteEarlier()).status, 204);
  assert.deepEqual(await withServiceDatabase(site.longhand, (db) => readAudit(db, owner.id)), [
    'api_key.created by service: First key',
    'legal_hold.placed by command_line',
    'legal_hold.released by command_line',
    'job.deleted by api_key: Interview.mp3',
  ]);
});

test('the command holds one transcript, and names what is missing', async () => {
  const { owner, listed } = await makeOwner(site.longhand);
  await operate(site.longhand, ['legal-hold', owner.email, holdReason, '--job', listed]);
  const client = makeClient(site.longhand, owner.apiKey);
  const refused = await client.request(`/jobs/${listed}`, { method: 'DELETE' });
  const { detail } = (await refused.json()) as { detail: string };
  assert.equal(detail, "The job is under a legal hold. It can't be deleted.");
  await assert.rejects(operate(site.longhand, ['legal-hold', owner.email]), /Usage/);
  await assert.rejects(
    operate(site.longhand, ['legal-hold', owner.email, holdReason, '--job', 'none']),
    /no longer/,
  );
  await assert.rejects(
    operate(site.longhand, ['release-legal-hold', 'nobody@longhand.example']),
    /no account/,
  );
  await operate(site.longhand, ['release-legal-hold', owner.email, '--job', listed]);
  assert.equal((await client.request(`/jobs/${listed}`, { method: 'DELETE' })).status, 204);
});

test('the site says that an account is held before anyone tries to delete, and never why', async () => {
  const { owner } = await makeOwner(site.longhand);
  await hold(site.longhand, owner);
  await openAs(owner, '/jobs/trash');
  await page.getByText('Your account is under a legal hold. Nothing can be permanently deleted').waitFor();
  await page.getByRole('listitem').getByText('Kept under a legal hold').waitFor();
  await expect(page.getByRole('button', { name: 'Empty trash…' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete permanently: Board meeting.mp3' })).toBeDisabled();
  await page.getByRole('button', { name: 'Restore Board meeting.mp3' }).click();
  await page.getByText('The trash is empty.').waitFor();

  await open('/settings/data');
  const remove = page.getByRole('region', { name: 'Delete account' });
  await expect(remove.getByRole('button')).toBeDisabled();
  await expect(remove.getByRole('button')).toHaveAccessibleDescription(
    /^Your account is under a legal hold\./,
  );
  const retention = page.getByRole('region', { name: 'Data retention' });
  await retention.getByText('Nothing expires until the hold is released').waitFor();
  await retention.getByLabel('Keep original recordings for').selectOption('7 days');
  await retention.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Once the legal hold is released, these will be permanently deleted:').waitFor();
  await dialog.getByText('original recordings older than 7 days; their copies stay').waitFor();
  await dialog.getByRole('button', { name: 'Yes, delete them' }).click();
  await retention.getByText('Saved.').waitFor();

  await open('/settings/security-log');
  await page.getByRole('row').filter({ hasText: 'Legal hold placed' }).waitFor();
  assert.doesNotMatch(await page.content(), /Smith/);
});

test('a deletion that was begun before the hold is refused in words, and nothing is gone', async () => {
  const { owner, trashed } = await makeOwner(site.longhand);
  await signInContext(page.context(), site.longhand, owner);
  const dialog = page.getByRole('dialog');
  for (const [opener, confirm] of [
    ['Empty trash…', 'Empty trash'],
    ['Delete permanently: Board meeting.mp3', 'Delete permanently'],
  ] as const) {
    await open('/jobs/trash');
    await page.getByRole('button', { name: opener }).click();
    await dialog.getByRole('button', { name: confirm }).waitFor();
    await hold(site.longhand, owner);
    await dialog.getByRole('button', { name: confirm }).click();
    await dialog.getByRole('alert').getByText('A legal hold prevents this. Nothing was deleted.').waitFor();
    await release(owner);
  }
  const left = await site.longhand.sql`select from jobs where id = ${trashed}`;
  assert.equal(left.length, 1);
});

test('an operator places and releases holds on the account’s page, by keyboard', async () => {
  const { owner, listed } = await makeOwner(site.longhand);
  await openAs(await makeOperator(site.longhand), `/operator/accounts/${owner.id}`);
  const section = page.getByRole('region', { name: 'Legal hold' });
  const place = async (why: string, jobId: string) => {
    await pressUntilFocused(section.getByLabel('Reason'));
    await page.keyboard.press('Control+A');
    await page.keyboard.type(why);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type(jobId);
    await page.keyboard.press('Enter');
  };
  await place('A typing error', 'none');
  await section.getByRole('alert').getByText('This transcript no longer exists.').waitFor();
  await place(holdReason, '');
  await section.getByText('Legal hold placed.').waitFor();
  await place('The interview', listed);
  const rows = section.getByRole('list', { name: 'Legal holds' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await rows.first().getByText('Whole account').waitFor();
  await rows.nth(1).getByText(`Transcript ${listed}`).waitFor();

  await pressUntilFocused(
    rows.first().getByRole('button', { name: 'Release the legal hold: Whole account' }),
  );
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await pressUntilFocused(dialog.getByRole('button', { name: 'Release' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await expect(rows).toHaveCount(1);
  const left = await site.longhand.sql`select job_id from legal_holds where account_id = ${owner.id}`;
  assert.deepEqual([...left], [{ job_id: listed }]);

  await open(`/operator/accounts?search=${encodeURIComponent(owner.email)}`);
  await page.getByRole('listitem').getByText('Legal hold').waitFor();
});
