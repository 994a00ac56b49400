import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Locator, Page } from 'playwright';
import { chooseFromMenu, menuButton } from '#e2e/support/account/row-menu';
import { hydrated } from '#e2e/support/account/hydrated';
import { readAuditLines } from '#e2e/support/account/operator';
import { freshPage } from '#e2e/support/browser';
import { makeClient } from '#e2e/support/client';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { expect } from '#e2e/support/expect';
import { signInContext } from '#e2e/support/sign-in';
import type { TestAccount } from '#e2e/support/start-longhand';
import { useSite } from '#e2e/support/use-site';
import { waitFor } from '#e2e/support/wait';

/* The security log, as the account's owner and operators see it. */

const site = useSite({ keepsOpen: true });
let page: Page;

before(async () => {
  page = await freshPage(site.browser);
});

const rows = (): Locator => page.getByRole('table', { name: 'Security log' }).locator('tbody tr');

const signIn = (account: TestAccount) => signInContext(page.context(), site.longhand, account);

async function openLog(): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}/settings/security-log`);
  await hydrated(page);
}

/** Waits until this many refused sign-ins are logged: a sign-in's response doesn't wait for its entry. */
async function waitForRefusals(account: TestAccount, count: number): Promise<void> {
  await waitFor('refused sign-ins in the log', async () => {
    const [row] = await site.longhand.sql`
      select from audit_events where account_id = ${account.id} and action = 'session.refused'
      having count(*) >= ${count}`;
    return row;
  });
}

test('the owner sees what was done, by whom and from where, and nobody else does', async () => {
  const account = await site.longhand.createAccount();
  const other = await site.longhand.createAccount();
  const shared = await makeTranscript(site.longhand, account, {
    words: 30,
    monologues: 3,
    name: 'Shared.mp3',
  });
  await assert.rejects(signIn({ ...account, password: 'a wrong guess' }));
  await waitForRefusals(account, 1);
  await signIn(account);

  await page.goto(`${site.longhand.baseUrl}/developers`);
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Build server');
  await page.getByRole('dialog').getByRole('radio', { name: 'Full access', exact: true }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  const apiKey = (await page.locator('#new-key').innerText()).trim();

  const client = makeClient(site.longhand, apiKey);
  assert.equal((await client.request(`/jobs/${shared}/share`, { method: 'POST' })).status, 200);
  await page.goto(`${site.longhand.baseUrl}/jobs`);
  await chooseFromMenu(menuButton(page, 'Shared.mp3'), 'Delete');
  await page.getByRole('button', { name: 'Undo' }).waitFor();

  await page.goto(`${site.longhand.baseUrl}/settings/security`);
  await page.getByRole('link', { name: 'View security log' }).click();
  await page.waitForURL('**/settings/security-log');
  await hydrated(page);
  const shown = async (index: number) => (await rows().nth(index).innerText()).replaceAll(/\s+/g, ' ');
  const expected = [
    /^Transcript moved to the trash Shared\.mp3 You .*on Linux/,
    /^Transcript shared Shared\.mp3 · Can edit API key “Build server”/,
    /^API key created Build server You .*on Linux/,
    /^Signed in With a password You .*on Linux/,
    /^Sign-in refused With a password · Wrong password Not signed in/,
  ];
  for (const [index, pattern] of expected.entries()) {
    const text = await shown(index);
    assert.match(text, pattern);
    assert.match(text, /127\.0\.0\.1/);
  }
  assert.ok(!(await page.content()).includes(apiKey));

  const printed = await readAuditLines(site.longhand, account.email);
  assert.deepEqual(
    printed.slice(-5).map(({ action, actor }) => [action, actor.kind]),
    [
      ['session.refused', 'anonymous'],
      ['session.created', 'account'],
      ['api_key.created', 'account'],
      ['share.created', 'api_key'],
      ['job.trashed', 'account'],
    ],
  );
  assert.ok(!JSON.stringify(printed).includes(apiKey));

  await signIn(other);
  await openLog();
  await rows().filter({ hasText: 'Signed in' }).waitFor();
  await expect(rows().filter({ hasText: 'Shared.mp3' })).toHaveCount(0);
  await expect(rows().filter({ hasText: 'Build server' })).toHaveCount(0);
});

test('older events come below the others, until there are no more', async () => {
  const account = await site.longhand.createAccount();
  await site.longhand.sql`delete from audit_events where account_id = ${account.id}`;
  await site.longhand.sql`
    insert into audit_events (id, account_id, at, actor_kind, action, target_name)
    select ${`${account.id}-`} || n, ${account.id}, now() - n * interval '1 minute', 'service', 'job.deleted', 'Talk ' || n
    from generate_series(1, 119) n`;
  await signIn(account);
  await openLog();
  await expect(rows()).toHaveCount(50);
  const more = page.getByRole('button', { name: 'Show more' });
  await more.click();
  await expect(rows()).toHaveCount(100);
  await more.click();
  await expect(rows()).toHaveCount(120);
  await expect(more).toHaveCount(0);
  const names = await rows().locator('th bdi').allInnerTexts();
  assert.deepEqual(
    names.slice(1),
    Array.from({ length: 119 }, (_, i) => `Talk ${i + 1}`),
  );
});

test('the log is there in German, and says when it is empty', async () => {
  const account = await site.longhand.createAccount();
  await site.longhand.sql`update accounts set language = 'de' where id = ${account.id}`;
  await signIn(account);
  await openLog();
  await page.getByRole('heading', { name: 'Sicherheitsprotokoll' }).waitFor();
  await page.getByText('Angemeldet').waitFor();
  await page.getByText('Mit Passwort').waitFor();
  await site.longhand.sql`delete from audit_events where account_id = ${account.id}`;
  await page.reload();
  await page.getByText('Noch keine Einträge').waitFor();
});
