import assert from 'node:assert/strict';
import path from 'node:path';
import { afterEach, before, test } from 'node:test';
import type { Page } from 'playwright';
import { makeClient } from '#e2e/support/client';
import { expect } from '#e2e/support/expect';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { readClips } from '#e2e/support/speech';
import { freshPage } from '#e2e/support/browser';
import { signInContext, signInForCookies } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';
import { hydrated } from '#e2e/support/account/hydrated';

/* Balance and payments as an account's owner sees them, with test payments. */

const site = useSite({ keepsOpen: true });
let page: Page;
/** Accounts whose ledgers must balance. */
const accountIds: string[] = [];

before(async () => {
  page = await freshPage(site.browser);
});
afterEach(() => assertLedgerAddsUp(site.longhand.sql, accountIds));

/** Signs in a new account, in the browser of the previous one. */
async function signInWith(balanceCents: number) {
  const account = await site.longhand.createAccount(balanceCents);
  accountIds.push(account.id);
  await signInContext(page.context(), site.longhand, account);
  return account;
}

async function open(path: string): Promise<void> {
  await page.goto(`${site.longhand.baseUrl}${path}`);
  await hydrated(page);
}

async function chooseOwnAmount(amount: string): Promise<void> {
  await page.getByLabel('Other amount').check();
  await page.getByLabel('Amount in dollars').fill(amount);
  await page.getByRole('button', { name: 'Continue to test payment' }).click();
}

/** The kinds and amounts of the ledger as the page shows them, newest first. */
async function readLedger(): Promise<string[]> {
  const rows = await page.getByRole('region', { name: 'Transactions' }).locator('tbody tr').all();
  return Promise.all(
    rows.map(async (row) => {
      const cells = await row.locator('td').allInnerTexts();
      return `${cells[0]} ${cells[1]} ${cells[3]}`;
    }),
  );
}

test('run out, be refused, pay in test mode, and continue', async () => {
  const client = makeClient(site.longhand, (await signInWith(25)).apiKey);
  const clip = (await readClips())[1]?.file ?? '';
  const name = path.basename(clip);
  const first = await client.submitFile(clip, 'audio/wav');
  assert.equal((await client.ended(first.id)).status, 'transcribed');
  await assert.rejects(client.submitFile(clip, 'audio/wav'), /^Error: 403: /);

  await open('/balance');
  assert.deepEqual(await readLedger(), [`Charged ${name} −$0.25`, 'Credit Opening balance +$0.25']);
  await page.getByText('$0.25 in the last 30 days').waitFor();
  const month = page.getByRole('region', { name: 'Usage by month' }).getByRole('row').nth(1);
  await expect(month.getByRole('cell').last()).toHaveText('$0.25');
  const csv = await (await page.request.get(`${site.longhand.baseUrl}/balance/usage.csv`)).text();
  assert.match(csv, /^\uFEFFmonth_utc,minutes,amount_usd\r\n\d{4}-\d{2},[\d.]+,0\.25\r\n/);
  await page.getByRole('link', { name: 'Top up' }).click();
  await page.getByText('Test payment: no real money').waitFor();
  await hydrated(page);
  await chooseOwnAmount('12.50');
  await page.getByRole('heading', { name: 'Test payment' }).waitFor();
  await page.getByText('Test payment: no real money').waitFor();
  await hydrated(page);
  await page.getByRole('button', { name: 'Add $12.50' }).click();
  await page.getByText('$12.50 was added to your balance.').waitFor();
  assert.equal(await client.balance(), 12.5);

  const second = await client.submitFile(clip, 'audio/wav');
  assert.equal((await client.ended(second.id)).status, 'transcribed');
  await client.request(`/jobs/${first.id}`, { method: 'DELETE' });
  await page.reload();
  const ledger = await readLedger();
  assert.equal(ledger[0], `Charged ${name} −$0.25`);
  assert.ok(ledger.includes('Payment Receipt +$12.50'), ledger.join('\n'));
  assert.equal(ledger.filter((line) => line.includes('Deleted transcript')).length, 1);
  await page.getByRole('link', { name }).first().click();
  await page.waitForURL(`**/editor/${second.id}`);
});

test('a receipt names what was paid, only to who paid it', async () => {
  const account = await signInWith(0);
  await open('/balance/top-up');
  await page.getByLabel('$50', { exact: true }).check();
  await page.getByRole('button', { name: 'Continue to test payment' }).click();
  await page.waitForURL('**/balance/test-payment/*');
  const paymentId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const receipt = `${site.longhand.baseUrl}/balance/receipts/${paymentId}`;
  assert.equal((await page.goto(receipt))?.status(), 404);
  const payment = `${site.longhand.baseUrl}/balance/test-payment/${paymentId}`;
  const cookie = await signInForCookies(site.longhand, await site.longhand.createAccount(0));
  const ask = async (url: string) => (await fetch(url, { headers: { cookie } })).status;
  assert.equal(await ask(payment), 404);

  await open(new URL(payment).pathname);
  await page.getByRole('button', { name: 'Add $50.00' }).click();
  await page.getByRole('link', { name: 'View receipt' }).click();
  const shown = page.getByRole('main');
  for (const fact of [paymentId, account.email, '$50.00', 'Test payment: no real money']) {
    await shown.getByText(fact, { exact: true }).waitFor();
  }
  assert.equal(await ask(receipt), 404);
  // The test page of a completed payment redirects to its receipt.
  const again = await page.request.get(payment);
  assert.equal(again.url(), receipt);
  assert.equal(await makeClient(site.longhand, account.apiKey).balance(), 50);
});

test('amounts outside the limits and what is no amount are explained, and nothing is begun', async () => {
  const account = await signInWith(0);
  await open('/balance/top-up');
  for (const [amount, words] of [
    ['4.99', 'Choose an amount from $5.00 to $1,000.00.'],
    ['1000.01', 'Choose an amount from $5.00 to $1,000.00.'],
    ['ten', 'Enter an amount such as 25 or 12.50.'],
    ['10.005', 'Enter an amount such as 25 or 12.50.'],
  ] as const) {
    await chooseOwnAmount(amount);
    await page.getByRole('alert').getByText(words).waitFor();
  }
  const [row] = await site.longhand
    .sql`select count(*)::int as n from payments where account_id = ${account.id}`;
  assert.equal(row?.['n'], 0);
});

test('the ledger is paged, and the CSV has all of it with formulas made harmless', async () => {
  const account = await signInWith(100);
  await site.longhand.sql`
    insert into ledger_entries (account_id, kind, amount_cents, note)
    select ${account.id}, 'credit', 0, case n when 1 then '=1+1, "x"' else 'Entry ' || n end
    from generate_series(1, 60) as n`;
  await open('/balance');
  assert.equal((await readLedger()).length, 50);
  await page.getByRole('link', { name: 'Older' }).click();
  await page.getByText('Opening balance').waitFor();
  assert.equal((await readLedger()).length, 11);
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByText('Entry 60').waitFor();

  const answer = await page.request.get(`${site.longhand.baseUrl}/balance/ledger.csv`);
  assert.match(answer.headers()['content-type'] ?? '', /^text\/csv; charset=utf-8/);
  const csv = await answer.text();
  const lines = csv.split('\r\n');
  assert.equal(lines.length, 1 + 61 + 1);
  assert.equal(lines[0], '\uFEFFentry,time,kind,amount_usd,job_id,job_name,payment_id,note');
  assert.match(lines[60] ?? '', /,credit,0,,,,"'=1\+1, ""x"""$/);
  assert.equal((await fetch(`${site.longhand.baseUrl}/balance/ledger.csv`)).status, 401);
  assert.match(lines[61] ?? '', /,credit,1,,,,Opening balance$/);
  const headers = { 'accept-language': 'de' };
  const inGerman = await page.request.get(`${site.longhand.baseUrl}/balance/ledger.csv`, { headers });
  assert.match(await inGerman.text(), /,credit,1,,,,Startguthaben\r\n$/);
});

test('the chart shows the days and their charges as a table too', async () => {
  const account = await signInWith(100);
  await open('/balance');
  await page.getByText('No charges in the last 30 days.').waitFor();
  await site.longhand.sql`
    insert into ledger_entries (account_id, kind, amount_cents, job_id, created_at)
    select ${account.id}, kind::ledger_kind, cents, ${account.id}::text || cents, now() - days * interval '1 day'
    from (values ('charge', -75, 2), ('charge', -25, 2), ('charge', -500, 40), ('credit', 600, 40))
      as past (kind, cents, days)`;
  await page.reload();
  await page.getByText('$1.00 in the last 30 days').waitFor();
  await page.getByText('Show as table').click();
  const usage = page.getByRole('region', { name: 'Usage by day' });
  await expect(usage.getByRole('row')).toHaveCount(31);
  const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  const [row] = await site.longhand.sql<{ at: Date }[]>`
    select created_at as at from ledger_entries where account_id = ${account.id} and amount_cents = -75`;
  await usage.getByRole('row', { name: `${day.format(row?.at)} $1.00` }).waitFor();
});

test('a job is one row, on hold until it has ended', async () => {
  const account = await signInWith(100);
  const jobId = `row${account.id}`;
  const add = (kind: string, cents: number) => site.longhand.sql`
    with entry as (
      insert into ledger_entries (account_id, job_id, kind, amount_cents)
      values (${account.id}, ${jobId}, ${kind}, ${cents}) returning account_id, amount_cents)
    update accounts set balance_cents = balance_cents + entry.amount_cents from entry where id = entry.account_id`;
  await site.longhand.sql`
    insert into jobs (id, account_id, name, media_url, price_cents)
    values (${jobId}, ${account.id}, 'one.mp3', 'http://media.example/one.mp3', 25)`;
  await add('hold', -25);
  await open('/balance');
  assert.deepEqual(await readLedger(), ['On hold one.mp3 −$0.25', 'Credit Opening balance +$1.00']);
  await add('release', 25);
  await page.reload();
  assert.deepEqual(await readLedger(), ['Not charged one.mp3 $0.00', 'Credit Opening balance +$1.00']);
  const answer = await page.request.get(`${site.longhand.baseUrl}/balance/ledger.csv`);
  assert.equal((await answer.text()).split('\r\n').filter((line) => line.includes(jobId)).length, 2);
});

test('what is held for jobs in progress is shown beside what can be spent', async () => {
  const account = await signInWith(1200);
  await site.longhand.sql`
    insert into jobs (id, account_id, name, media_url, price_cents)
    values (${`held${account.id}`}, ${account.id}, 'held.mp3', 'http://media.example/held.mp3', 925)`;
  await open('/balance');
  await page.getByText('$9.25', { exact: true }).waitFor();
  await page.getByText('$12.00', { exact: true }).first().waitFor();
});
