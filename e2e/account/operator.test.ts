import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import type { Page } from 'playwright';
import { hydrated } from '#e2e/support/account/hydrated';
import { keepsFocus } from '#e2e/support/keeps-focus';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';
import { expect } from '#e2e/support/expect';
import { lookAtPages } from '#e2e/support/look-at-page';
import { useObservedService } from '#e2e/support/services/use-observed-service';
import { signInContext } from '#e2e/support/sign-in';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import { hashToken, newToken } from '#lib/ids/link-token';
import { waitFor } from '#e2e/support/wait';

// Only with --all: pages in two languages.

/* The operator pages in a browser: each test continues on the same page. */

let longhand: Longhand;
let operator: TestAccount;
let member: TestAccount;
let page: Page;

before(async () => {
  ({ longhand } = await useObservedService());
  operator = await longhand.createAccount();
  member = await longhand.createAccount(5_00);
  // The service's first account is an operator, too.
  await longhand.sql`
    update accounts set role = case when id = ${operator.id} then 'operator' else 'member' end::account_role`;
  const failed = (id: string) => longhand.sql`
    insert into jobs (id, account_id, name, status, media_url, price_cents, duration_seconds, failure, failure_detail,
      started_at, ended_at)
    values (${id}, ${member.id}, 'private.wav', 'failed', 'https://private.example/', 0, 61, 'download_failure',
      'Host not found.', now(), now())`;
  await failed('FailedOnce');
  await longhand.sql`
    select graphile_worker.add_job('send-mail', '{"private": true}'::json, run_at => now() + interval '1 day')`;
  await longhand.sql`
    select graphile_worker.add_job('transcribe-job', '{"jobId": "none"}'::json, run_at => now() + interval '1 day')`;
  page = await freshPage(await shareBrowser());
});
after(closePages);
beforeEach(() => signInContext(page.context(), longhand, operator));

async function open(path: string): Promise<void> {
  await page.goto(`${longhand.baseUrl}/operator${path}`);
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('header button') ?? {}).some((key) => key.startsWith('__react')),
  );
}

const paths = ['', '/accounts', '/invitations', '/failures', '/queue'];

test('no page has a serious finding or is wider than its window, light and dark, in English and in German', async () => {
  const named = paths.map((path) => [`operator${path.replace('/', '-')}`, `/operator${path}`]);
  const pages: Record<string, string> = {
    ...Object.fromEntries(named),
    'operator-account': `/operator/accounts/${member.id}`,
  };
  assert.deepEqual(await lookAtPages(page, longhand.baseUrl, pages), []);
  const speak = (language: string | null) =>
    longhand.sql`update accounts set language = ${language} where id = ${operator.id}`;
  await speak('de');
  try {
    // Signs in again: a session with another language would switch to this one, and reload the page.
    await signInContext(page.context(), longhand, operator);
    assert.deepEqual(await lookAtPages(page, longhand.baseUrl, pages, { isTranslated: true }), []);
    assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  } finally {
    await speak(null);
  }
});

test('no page that an invitation or a link to a new password opens has a serious finding', async () => {
  await page.context().clearCookies();
  const addLink = async (kind: 'invitation' | 'reset', email: string | null, validHours: number) => {
    const token = newToken();
    await longhand.sql`
      insert into one_time_links (id, kind, account_id, email, sha256, valid_until)
      values (${token.slice(0, 20)}, ${kind}, ${kind === 'reset' ? member.id : null}, ${email}, ${hashToken(token)},
        now() + ${validHours} * interval '1 hour')`;
    return token;
  };
  const findings = await lookAtPages(page, longhand.baseUrl, {
    invited: `/sign-up?invitation=${await addLink('invitation', null, 1)}`,
    'invited-by-name': `/sign-up?invitation=${await addLink('invitation', 'guest@longhand.example', 1)}`,
    'invitation-expired': `/sign-up?invitation=${await addLink('invitation', null, -1)}`,
    'invitation-used': `/sign-up?invitation=${newToken()}`,
    'reset-password-valid': `/reset-password?token=${await addLink('reset', null, 1)}`,
    'reset-password-expired': `/reset-password?token=${await addLink('reset', null, -1)}`,
  });
  assert.deepEqual(findings, []);
  await longhand.sql`delete from one_time_links`;
});

test('for everyone else there are no such pages, and no link to them', async () => {
  const link = page.getByRole('link', { name: 'Operator' });
  await page.goto(`${longhand.baseUrl}/jobs`);
  await link.waitFor();
  await signInContext(page.context(), longhand, member);
  for (const path of [...paths, `/accounts/${member.id}`]) {
    const answer = await page.request.get(`${longhand.baseUrl}/operator${path}`);
    assert.equal(answer.status(), 404, path);
    assert.match(await answer.text(), /Page not found/, path);
  }
  await page.reload();
  await expect(link).toHaveCount(0);
});

test('the overview tells of storage, workers and what failed', async () => {
  await open('');
  await page.getByText('1 of 1').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Send email' }).getByText('1 scheduled').waitFor();
  await page.getByRole('link', { name: '1', exact: true }).click();
  await page.getByText('Failed: couldn’t download the file').waitFor();
});

test('an account is found and credited, and its owner reads why', async () => {
  await open('/accounts');
  await page.getByLabel('Search by email').fill(member.email);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.waitForURL('**/operator/accounts?search=*');
  await expect(page.getByRole('list', { name: 'Accounts' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: member.email }).click();
  await page.waitForURL(`**/operator/accounts/${member.id}`);
  const change = page.locator('form', { has: page.getByLabel('Amount in dollars') });
  await page.getByLabel('Amount in dollars').fill('2.50');
  await change.getByLabel('Reason').fill('Sorry for the wait');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('The balance is now $7.50.').waitFor();
  await page.getByLabel('Change').selectOption('Subtract');
  await page.getByLabel('Amount in dollars').fill('100');
  await change.getByLabel('Reason').fill('Too much');
  await page.getByRole('button', { name: 'Subtract' }).click();
  await page.getByRole('alert').getByText('The balance is too low for this.').waitFor();
  await page.getByLabel('Amount in dollars').fill('1');
  await page.getByRole('button', { name: 'Subtract' }).click();
  await page.getByText('The balance is now $6.50.').waitFor();

  await signInContext(page.context(), longhand, member);
  await page.goto(`${longhand.baseUrl}/balance`);
  await page.getByRole('row').filter({ hasText: 'Sorry for the wait' }).getByText('+$2.50').waitFor();
  await page.getByRole('row').filter({ hasText: 'Too much' }).getByText('Deduction').waitFor();
});

test('an operator names another one, and the last one stays', async () => {
  await open(`/accounts/${operator.id}`);
  await keepsFocus(page, page.getByRole('button', { name: 'Remove as operator' }));
  await page.getByRole('button', { name: 'Remove as operator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove as operator' }).click();
  await dialog.getByText('This is the only operator.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });

  await page.goto(`${longhand.baseUrl}/settings/data`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Delete account…' }).click();
  await dialog.getByLabel('Your password').fill(operator.password);
  await dialog.getByRole('button', { name: 'Delete account', exact: true }).click();
  await dialog.getByRole('alert').getByText('You’re the only operator.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });

  const other = await longhand.createAccount();
  await open(`/accounts/${other.id}`);
  await page.getByRole('button', { name: 'Make operator' }).click();
  await dialog.getByRole('button', { name: 'Make operator' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Remove as operator' }).click();
  await dialog.getByRole('button', { name: 'Remove as operator' }).click();
  await page.getByRole('button', { name: 'Make operator' }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
});

test('an invitation is made, its link opens the form, and works no more once withdrawn', async () => {
  await open('/invitations');
  await page.getByText('No pending invitations').waitFor();
  await page.getByLabel('Email address (optional)').fill('guest@longhand.example');
  await page.getByRole('button', { name: 'Create invitation' }).click();
  const link = (await page.locator('#new-invitation').innerText()).trim();
  const row = page.getByRole('listitem').filter({ hasText: 'guest@longhand.example' });
  await row.getByText(link).waitFor();

  const url = link.replace(/^https?:\/\/[^/]+/, longhand.baseUrl);
  const readAsGuest = async () => (await fetch(url)).text();
  assert.match(await readAsGuest(), /For guest@longhand\.example\./);
  await keepsFocus(page, row.getByRole('button', { name: 'Withdraw' }));
  await row.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await row.waitFor({ state: 'detached' });
  await waitFor('the focus at the title', () =>
    page.evaluate(() => (document.activeElement?.id === 'page-title' ? true : undefined)),
  );
  assert.match(await readAsGuest(), /<h1[^>]*>Invitation no longer valid</);
});

test('a failed transcript shows its cause and nothing of its contents, and is tried again', async () => {
  await open('/failures');
  const row = page.getByRole('listitem').filter({ hasText: 'FailedOnce' });
  await row.getByText('The server wasn’t found.').waitFor();
  await row.getByText(member.email).waitFor();
  assert.ok(!(await page.content()).includes('private'));
  await keepsFocus(page, row.getByRole('button', { name: 'Try transcript FailedOnce again' }));
  await row.getByRole('button', { name: 'Try transcript FailedOnce again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const again = await longhand.sql`
    select from jobs where account_id = ${member.id} and media_url = 'https://private.example/'`;
  assert.equal(again.length, 2);
});

test('a task is dropped, one that a job waits for can only be run', async () => {
  await open('/queue');
  assert.ok(!(await page.content()).includes('private'));
  await page.getByRole('link', { name: 'Send email' }).click();
  await page.waitForURL('**/operator/queue?kind=send-mail');
  const mail = page.getByRole('listitem').filter({ hasText: 'Send email' });
  await keepsFocus(page, mail.getByRole('button', { name: /^Drop task/ }));
  await mail.getByRole('button', { name: /^Drop task/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
  await mail.waitFor({ state: 'detached' });

  await open('/queue?kind=transcribe-job');
  const transcription = page
    .getByRole('listitem')
    .filter({ hasText: 'Transcribe' })
    .filter({ hasText: 'Scheduled' });
  await expect(transcription.getByRole('button', { name: /^Drop task/ })).toHaveCount(0);
  await keepsFocus(page, transcription.getByRole('button', { name: /^Run task/ }));
  await transcription.getByRole('button', { name: /^Run task/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click();
  await transcription.waitFor({ state: 'detached' });
});
