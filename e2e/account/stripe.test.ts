import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright';
import { Stripe } from 'stripe';
import { request } from 'undici';
import { makeClient, type Client } from '#e2e/support/client';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { useConnectedService, webhookSecret } from '#e2e/support/services/use-connected-service';
import type { Longhand, TestAccount } from '#e2e/support/start-longhand';
import { closePages, freshPage, shareBrowser } from '#e2e/support/browser';
import { signInContext } from '#e2e/support/sign-in';
import { hydrated } from '#e2e/support/account/hydrated';
import type { AskedCheckout, StripePeer } from '#e2e/support/account/stripe-server';

/* Paying through Stripe: a peer on loopback creates the checkouts, and the tests sign its events like Stripe. */

const { webhooks } = new Stripe('sk_test_of_the_tests');

let peer: StripePeer;
let longhand: Longhand;
let page: Page;
let account: TestAccount;
let client: Client;

before(async () => {
  ({ longhand, stripe: peer } = await useConnectedService());
  account = await longhand.createAccount(0);
  client = makeClient(longhand, account.apiKey);
  page = await freshPage(await shareBrowser());
  await signInContext(page.context(), longhand, account);
});
afterEach(() => assertLedgerAddsUp(longhand.sql));
after(closePages);

/** Proceeds to Stripe's checkout page for this top-up. Returns the request that Stripe received. */
async function checkOut(label: string, path = '/balance/top-up'): Promise<AskedCheckout> {
  await page.goto(`${longhand.baseUrl}${path}`);
  await hydrated(page);
  await page.getByLabel(label, { exact: true }).check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${peer.url}/pay/*`);
  const asked = peer.asked.at(-1);
  assert.ok(asked !== undefined);
  return asked;
}

function paidEvent({ id, fields }: AskedCheckout, changes: Record<string, unknown> = {}) {
  return makeEvent('checkout.session.completed', {
    id,
    object: 'checkout.session',
    currency: 'usd',
    amount_total: Number(fields.get('line_items[0][price_data][unit_amount]')),
    payment_status: 'paid',
    payment_intent: `pi_${id}`,
    metadata: { payment_id: fields.get('metadata[payment_id]') },
    ...changes,
  });
}

function makeEvent(type: string, object: object) {
  return { id: `evt_${randomBytes(8).toString('hex')}`, object: 'event', type, data: { object } };
}

/** Posts an event like Stripe. Returns the response's status. */
async function post(event: object, { secret = webhookSecret } = {}): Promise<number> {
  const payload = JSON.stringify(event);
  const answer = await fetch(`${longhand.baseUrl}/api/stripe`, {
    method: 'POST',
    headers: {
      'stripe-signature': webhooks.generateTestHeaderString({ payload, secret }),
      'content-type': 'application/json',
    },
    body: payload,
  });
  return answer.status;
}

test('a checkout asks Stripe for what was chosen, and only its event credits, once for ten times', async () => {
  const asked = await checkOut('$25');
  const field = (name: string) => asked.fields.get(name);
  assert.equal(field('mode'), 'payment');
  assert.equal(field('client_reference_id'), account.id);
  assert.equal(field('line_items[0][price_data][unit_amount]'), '2500');
  assert.equal(field('line_items[0][price_data][currency]'), 'usd');
  assert.equal(field('cancel_url'), `${longhand.baseUrl}/balance/top-up`);
  assert.equal(asked.headers['authorization'], 'Bearer sk_test_of_the_tests');

  await page.goto(field('success_url') ?? '');
  await page.getByText('Your payment of $25.00 is being confirmed').waitFor();
  assert.equal(await client.balance(), 0);
  const event = paidEvent(asked);
  assert.deepEqual(new Set(await Promise.all(Array.from({ length: 10 }, () => post(event)))), new Set([200]));
  assert.equal(await client.balance(), 25);
  await page.getByText('$25.00 was added to your balance.').waitFor();
  await page.getByRole('link', { name: 'View receipt' }).click();
  await page.getByText('Stripe', { exact: true }).waitFor();
});

test('a checkout on the way from Transcripts leads back there, paid or not', async () => {
  const { fields } = await checkOut('$10', '/balance/top-up?to=jobs');
  assert.equal(fields.get('cancel_url'), `${longhand.baseUrl}/balance/top-up?to=jobs`);
  assert.match(fields.get('success_url') ?? '', /\/jobs\?payment=[^&]+$/);
});

test('an event that Stripe has not signed is refused, one that can’t be booked is acknowledged', async () => {
  const asked = await checkOut('$10');
  const before = await client.balance();
  const event = paidEvent(asked);
  assert.equal(await post(event, { secret: 'whsec_of_somebody' }), 400);
  const unsigned = await fetch(`${longhand.baseUrl}/api/stripe`, {
    method: 'POST',
    body: JSON.stringify(event),
  });
  assert.equal(unsigned.status, 400);
  const long = await request(`${longhand.baseUrl}/api/stripe`, {
    method: 'POST',
    body: 'x'.repeat(2_000_000),
    // The server closes the connection without reading the whole body.
    reset: true,
  });
  assert.equal(long.statusCode, 400);
  assert.equal(await post(paidEvent(asked, { currency: 'eur' })), 200);
  assert.equal(await client.balance(), before);
  assert.equal(await post(event), 200);
  assert.equal(await client.balance(), before + 10);
});

test('refunds and disputes debit, before the payment’s own event too, and give back when they fail', async () => {
  const asked = await checkOut('$50');
  const before = await client.balance();
  const returned = (type: string, id: string, amount: number, status: string) =>
    post(makeEvent(type, { id, currency: 'usd', amount, status, payment_intent: `pi_${asked.id}` }));
  assert.equal(await returned('refund.created', 're_1', 1000, 'succeeded'), 200);
  assert.equal(await post(paidEvent(asked)), 200);
  assert.equal(await client.balance(), before + 40);
  await returned('charge.dispute.created', 'dp_1', 4000, 'warning_needs_response');
  assert.equal(await client.balance(), before + 40);
  await returned('charge.dispute.created', 'dp_2', 4000, 'needs_response');
  assert.equal(await client.balance(), before);
  await page.goto(`${longhand.baseUrl}/balance`);
  await page.getByRole('cell', { name: 'Refund or dispute' }).first().waitFor();
  await returned('charge.dispute.closed', 'dp_2', 4000, 'won');
  assert.equal(await client.balance(), before + 40);
  await page.reload();
  await page.getByRole('cell', { name: 'Refund or dispute reversed' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'reversed' }).getByRole('link').click();
  await page.getByText('Refunded').waitFor();
});

test('where Stripe is set up no test payment can be made', async () => {
  const [row] = await longhand.sql<{ id: string }[]>`
    insert into payments (id, account_id, provider, amount_cents) values ('test1', ${account.id}, 'test', 1000)
    returning id`;
  const answer = await page.request.get(`${longhand.baseUrl}/balance/test-payment/${row?.id}`);
  assert.equal(answer.status(), 404);
});
