import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { operate, readAuditLines } from '#e2e/support/account/operator';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { lookAtPages } from '#e2e/support/look-at-page';
import { signIn, signInContext } from '#e2e/support/sign-in';
import { startLonghand, type Longhand, type TestAccount } from '#e2e/support/start-longhand';
import { commandLine } from '#lib/audit/actor';
import { connect, type Db } from '#lib/db/connect';
import { placeLegalHold } from '#lib/legal-holds/place-legal-hold';
import { releaseLegalHold } from '#lib/legal-holds/release-legal-hold';

/* A legal hold, from whoever places it to those who would delete. */

const reason = 'Case 2026-114, Smith against Acme';

let longhand: Longhand;
let browser: Browser;
let operator: TestAccount;

before(async () => {
  [longhand, browser] = await Promise.all([startLonghand(), startBrowser()]);
  operator = await longhand.createAccount();
  await longhand.sql`update accounts set role = 'operator' where id = ${operator.id}`;
});
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
after(async () => {
  await browser?.close();
  await longhand?.stop();
});

async function withDatabase(run: (db: Db) => Promise<unknown>): Promise<void> {
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    await run(db);
  } finally {
    await close();
  }
}

/** Holds an account, or one of its jobs, as the command does. */
const hold = ({ id: accountId }: TestAccount, jobId?: string) =>
  withDatabase((db) => placeLegalHold(db, { accountId, jobId, reason, by: commandLine }));

const release = ({ id: accountId }: TestAccount) =>
  withDatabase((db) => releaseLegalHold(db, { accountId, by: commandLine }));

/** An account with a transcript in its list and one in the trash. */
async function makeOwner(): Promise<{ owner: TestAccount; listed: string; trashed: string }> {
  const owner = await longhand.createAccount();
  const make = (name: string) => makeTranscript(longhand, owner, { words: 30, monologues: 3, name });
  const [listed, trashed] = [await make('Interview.mp3'), await make('Board meeting.mp3')];
  await longhand.sql`update jobs set trashed_at = now() - interval '1 day' where id = ${trashed}`;
  return { owner, listed, trashed };
}

async function openAs(account: TestAccount, path: string): Promise<Page> {
  const page = await freshPage(browser);
  await signInContext(page.context(), longhand, account);
  await page.goto(`${longhand.baseUrl}${path}`);
  await hydrated(page);
  return page;
}

test('under a hold the API refuses to delete, in both revisions, and deletes as ever once it is released', async () => {
  const { owner, listed, trashed } = await makeOwner();
  const { listed: another, owner: neighbor } = await makeOwner();
  const client = makeClient(longhand, owner.apiKey);
  const deleteEarlier = () =>
    fetch(`${longhand.baseUrl}/api/v1/jobs/${listed}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${owner.apiKey}` },
    });
  assert.deepEqual(await operate(longhand, ['legal-hold', owner.email, reason]), {
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
  // As without a hold: there is no such job, as far as the API knows.
  for (const id of [trashed, 'none']) {
    assert.equal((await client.request(`/jobs/${id}`, { method: 'DELETE' })).status, 404);
  }
  assert.equal((await client.request(`/jobs/${listed}`)).status, 200);
  const other = makeClient(longhand, neighbor.apiKey);
  assert.equal((await other.request(`/jobs/${another}`, { method: 'DELETE' })).status, 204);

  const released = await operate(longhand, ['release-legal-hold', owner.email]);
  assert.deepEqual(released, { email: owner.email, legal_hold: 'released', was_held: true });
  assert.equal((await deleteEarlier()).status, 204);
  const actions = (await readAuditLines(longhand, owner.email)).map(({ action }) => action);
  assert.deepEqual(
    actions.filter((action) => action !== 'account.created' && action !== 'api_key.created'),
    ['legal_hold.placed', 'legal_hold.released', 'job.deleted'],
  );
});

test('the command holds one transcript, and names what is missing', async () => {
  const { owner, listed } = await makeOwner();
  await operate(longhand, ['legal-hold', owner.email, reason, '--job', listed]);
  const client = makeClient(longhand, owner.apiKey);
  const refused = await client.request(`/jobs/${listed}`, { method: 'DELETE' });
  const { detail } = (await refused.json()) as { detail: string };
  assert.equal(detail, "The job is under a legal hold. It can't be deleted.");
  await assert.rejects(operate(longhand, ['legal-hold', owner.email]), /Usage/);
  await assert.rejects(operate(longhand, ['legal-hold', owner.email, reason, '--job', 'none']), /no longer/);
  await assert.rejects(operate(longhand, ['release-legal-hold', 'nobody@longhand.example']), /no account/);
  assert.equal((await operate(longhand, ['release-legal-hold', owner.email]))['was_held'], false);
  await operate(longhand, ['release-legal-hold', owner.email, '--job', listed]);
  assert.equal((await client.request(`/jobs/${listed}`, { method: 'DELETE' })).status, 204);
});

test('the site says that an account is held before anyone tries to delete, and never why', async () => {
  const { owner } = await makeOwner();
  await hold(owner);
  const page = await openAs(owner, '/jobs/trash');
  await page.getByText('Your account is under a legal hold. Nothing can be permanently deleted').waitFor();
  await page.getByRole('listitem').getByText('Kept under a legal hold').waitFor();
  await expect(page.getByRole('button', { name: 'Empty trash…' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Delete permanently: Board meeting.mp3' })).toBeDisabled();
  await page.getByRole('button', { name: 'Restore Board meeting.mp3' }).click();
  await page.getByText('The trash is empty.').waitFor();

  await page.goto(`${longhand.baseUrl}/settings`);
  await hydrated(page);
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

  await page.goto(`${longhand.baseUrl}/settings/security-log`);
  await page.getByRole('row').filter({ hasText: 'Legal hold placed' }).waitFor();
  assert.doesNotMatch(await page.content(), /Smith/);
});

test('a deletion that was begun before the hold is refused in words, and nothing is gone', async () => {
  const { owner, trashed } = await makeOwner();
  const page = await openAs(owner, '/jobs/trash');
  const dialog = page.getByRole('dialog');
  for (const [opener, confirm] of [
    ['Empty trash…', 'Empty trash'],
    ['Delete permanently: Board meeting.mp3', 'Delete permanently'],
  ] as const) {
    await page.getByRole('button', { name: opener }).click();
    await dialog.getByRole('button', { name: confirm }).waitFor();
    await hold(owner);
    await dialog.getByRole('button', { name: confirm }).click();
    await dialog.getByRole('alert').getByText('A legal hold prevents this. Nothing was deleted.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await release(owner);
    await page.reload();
    await hydrated(page);
  }
  const left = await longhand.sql`select from jobs where id = ${trashed}`;
  assert.equal(left.length, 1);
});

/** Presses Tab until the control has the focus, as someone without a mouse does. */
async function reach(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let pressed = 0; pressed < 60; pressed++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab never reached ${String(control)}`);
}

test('an operator places and releases holds on the account’s page, by keyboard', async () => {
  const { owner, listed } = await makeOwner();
  const page = await openAs(operator, `/operator/accounts/${owner.id}`);
  const section = page.getByRole('region', { name: 'Legal hold' });
  const place = async (why: string, jobId: string) => {
    await reach(page, section.getByLabel('Reason'));
    await page.keyboard.type(why);
    await page.keyboard.press('Tab');
    await page.keyboard.type(jobId);
    await page.keyboard.press('Enter');
  };
  await place('A typing error', 'none');
  await section.getByRole('alert').getByText('This transcript no longer exists.').waitFor();
  await page.reload();
  await hydrated(page);
  await place(reason, '');
  await section.getByText('Legal hold placed.').waitFor();
  await place('The interview', listed);
  const rows = section.getByRole('list', { name: 'Legal holds' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await rows.first().getByText('Whole account').waitFor();
  await rows.nth(1).getByText(`Transcript ${listed}`).waitFor();

  await reach(page, rows.first().getByRole('button', { name: 'Release the legal hold: Whole account' }));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await reach(page, dialog.getByRole('button', { name: 'Release' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await expect(rows).toHaveCount(1);
  const left = await longhand.sql`select job_id from legal_holds where account_id = ${owner.id}`;
  assert.deepEqual([...left], [{ job_id: listed }]);

  await page.goto(`${longhand.baseUrl}/operator/accounts?search=${encodeURIComponent(owner.email)}`);
  await page.getByRole('listitem').getByText('Legal hold').waitFor();
});

test('no page that shows a hold has a serious finding or is wider than its window, in either language', async () => {
  for (const language of ['en', 'de']) {
    const { owner, listed, trashed } = await makeOwner();
    await hold(owner);
    await hold(owner, listed);
    const { owner: partly, trashed: held } = await makeOwner();
    await hold(partly, held);
    const ids = [owner.id, partly.id, operator.id];
    await longhand.sql`update accounts set language = ${language} where id = any(${ids})`;
    const look = async (account: TestAccount, pages: Record<string, string>) => {
      const page = await freshPage(browser);
      await signIn(page, longhand, account);
      const isTranslated = language !== 'en';
      assert.deepEqual(await lookAtPages(page, longhand.baseUrl, pages, { isTranslated }), []);
      await page.context().close();
    };
    await look(owner, {
      'held-settings': '/settings',
      'held-trash': '/jobs/trash',
      'held-editor-trashed': `/editor/${trashed}`,
    });
    await look(partly, {
      'partly-held-settings': '/settings',
      'partly-held-trash': '/jobs/trash',
    });
    await look(operator, {
      'operator-held-account': `/operator/accounts/${owner.id}`,
      'operator-held-accounts': '/operator/accounts',
    });
  }
});
