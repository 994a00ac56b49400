import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright';
import { beginPayment } from '#lib/billing/payments/begin-payment';
import { payAsTest } from '#lib/billing/payments/pay-as-test';
import { connect } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { makeClient } from '#e2e/support/client';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { readClips } from '#e2e/support/speech';
import type { TestAccount } from '#e2e/support/start-longhand';
import { findUnreached } from '#e2e/support/account/find-unreached';
import { freshPage } from '#e2e/support/browser';
import { lookAtPages } from '#e2e/support/look-at-page';
import { signInContext } from '#e2e/support/sign-in';
import { useSite } from '#e2e/support/use-site';

/*
 * Every page of an account, on a phone and on a laptop, light and dark: no serious finding of axe, and never wider than
 * the window. signed-out-pages.test.ts covers the signed-out pages.
 */
// Only with --all: looks at every page in two languages.

const longName =
  'A recording of the council of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch, second part.wav';

// Registered before the site's own teardown, so it runs first.
after(async () => {
  // Pending callbacks would go to the next owner of the receiver's port.
  await site.longhand.sql`delete from jobs where account_id = ${account.id}`;
  await receiver?.close();
});
const site = useSite({ keepsOpen: true });
let page: Page;
let receiver: Receiver;
let account: TestAccount;
let jobId: string;
let failedId: string;
let requestId: string;
let openPaymentId: string;
let paymentId: string;
const inProgressId = newId();
const trashedId = newId();

before(async () => {
  receiver = await startReceiver((_, response) => response.writeHead(500).end('{"error":"away"}'));
  const { longhand } = site;
  account = await longhand.createAccount();
  const client = makeClient(longhand, account.apiKey);
  const clip = (await readClips())[1]?.file ?? '';
  jobId = (await client.submitFile(clip, 'audio/wav', { metadata: 'order 4711' })).id;
  await client.ended(jobId);
  await longhand.sql`update jobs set name = ${longName} where id = ${jobId}`;
  await longhand.sql`
    insert into corrections (job_id, account_id, key, phrase, is_name, count, known, heard, places)
    values (${jobId}, ${account.id}, 'hasford', 'Hasford', true, 3, 0, '["has ford"]',
      '[{"startMs": 0, "endMs": 400}, {"startMs": 1000, "endMs": 1400}]')`;
  const failed = await client.submitUrl(receiver.missing, { callback_url: receiver.url });
  failedId = (await client.ended(failed.id)).id;
  requestId = (await client.request('/jobs?limit=0')).headers.get('x-request-id') ?? '';
  [openPaymentId, paymentId] = await makePayments();
  // Has no task, so it stays in progress.
  await longhand.sql`
    insert into jobs (id, account_id, name, media_key, price_cents, progress, started_at)
    values (${inProgressId}, ${account.id}, 'Half an hour.wav', ${`none-${inProgressId}`}, 0, 0.4, now())`;
  await longhand.sql`
    insert into jobs (id, account_id, status, failure, name, media_key, price_cents, trashed_at)
    values (${trashedId}, ${account.id}, 'failed', 'unspecified', ${longName}, ${`none-${trashedId}`}, 0, now()),
      (${newId()}, ${account.id}, 'failed', 'unspecified', 'talk.wav', 'none', 0, now() - interval '6 days')`;
  page = await freshPage(site.browser);
  await signInContext(page.context(), longhand, account);
});

/** Makes an open payment and a paid one. */
async function makePayments(): Promise<[open: string, paid: string]> {
  const { db, close } = connect(site.longhand.databaseUrl, { max: 1 });
  try {
    const begin = () => beginPayment(db, { accountId: account.id, provider: 'test', amountCents: 50_00 });
    const [open, paid] = [await begin(), await begin()];
    await payAsTest(db, { accountId: account.id, paymentId: paid });
    return [open, paid];
  } finally {
    await close();
  }
}

/** The account's pages by name. */
function listPages(): Record<string, string> {
  return {
    'front-signed-in': '/',
    jobs: '/jobs',
    trash: '/jobs/trash',
    developers: '/developers',
    requests: '/developers/requests',
    request: `/developers/requests/${requestId}`,
    callbacks: '/developers/callbacks',
    'signing-secret': '/developers/signing-secret',
    quickstart: '/developers/quickstart',
    sandbox: '/developers/sandbox',
    'sandbox-jobs': '/developers/sandbox/jobs',
    delivery: `/developers/callbacks/${failedId}`,
    balance: '/balance',
    'top-up': '/balance/top-up',
    'test-payment': `/balance/test-payment/${openPaymentId}`,
    receipt: `/balance/receipts/${paymentId}`,
    settings: '/settings',
    'settings-security': '/settings/security',
    'settings-preferences': '/settings/preferences',
    'settings-data': '/settings/data',
    'security-log': '/settings/security-log',
    'confirm-email-used': '/confirm-email?token=none',
    'editor-job': `/editor/${jobId}`,
    'editor-failed': `/editor/${failedId}`,
    'editor-trashed': `/editor/${trashedId}`,
    'editor-in-progress': `/editor/${inProgressId}`,
  };
}

/** keyboard.test.ts presses Tab around a transcript, and the pages that confirm an address have few controls. */
const alsoFind = async (shown: Page, name: string): Promise<string[]> =>
  /^editor|^confirm/.test(name) ? [] : findUnreached(shown);

test('no page of an account has a serious finding or is wider than its window, light and dark, and Tab is seen to reach everything', async () => {
  assert.deepEqual(await lookAtPages(page, site.longhand.baseUrl, listPages(), { alsoFind }), []);
  await page.goto(`${site.longhand.baseUrl}/editor/${inProgressId}`);
  await page.getByText('In progress, 40%').waitFor();
});

test('the same holds in German', async () => {
  await site.longhand.sql`update accounts set language = 'de' where id = ${account.id}`;
  await page.goto(`${site.longhand.baseUrl}/settings`);
  // The page reloads once to switch to the account's language.
  await page.locator('html[lang=de]').waitFor();
  assert.deepEqual(await lookAtPages(page, site.longhand.baseUrl, listPages(), { isTranslated: true }), []);
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
});
