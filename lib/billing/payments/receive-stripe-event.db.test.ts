import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Stripe } from 'stripe';
import { makeAccount } from '#e2e/support/make-account';
import { ledgerLines } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Tx } from '#lib/db/connect';
import { beginPayment } from '#lib/billing/payments/begin-payment';
import { receiveStripeEvent } from '#lib/billing/payments/receive-stripe-event';
import type { StripeSettings } from '#lib/billing/payments/stripe-client';

/* Events as Stripe posts them, signed with the secret that it shares with us. */

const settings: StripeSettings = {
  kind: 'stripe',
  secretKey: 'sk_test_of_the_tests',
  webhookSecret: 'whsec_of_the_tests',
  apiBase: 'http://127.0.0.1:9',
};
const { webhooks } = new Stripe(settings.secretKey);

async function begun(db: Tx): Promise<{ accountId: string; body: string }> {
  const accountId = await makeAccount(db);
  const paymentId = await beginPayment(db, { accountId, provider: 'stripe', amountCents: 1000 });
  return { accountId, body: paidBody({ metadata: { payment_id: paymentId } }) };
}

function paidBody(changes: object): string {
  const object = {
    id: 'cs_1',
    currency: 'usd',
    amount_total: 1000,
    payment_status: 'paid',
    payment_intent: 'pi_1',
    ...changes,
  };
  return JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object },
  });
}

const sign = (payload: string, secret = settings.webhookSecret) =>
  webhooks.generateTestHeaderString({ payload, secret });

test('an event that Stripe has signed is booked, and once however often it comes', () =>
  withTestTransaction(async (db) => {
    const { accountId, body } = await begun(db);
    for (let n = 0; n < 3; n++) {
      assert.equal(await receiveStripeEvent(db, { body, signature: sign(body) }, settings), 'received');
    }
    assert.deepEqual(await ledgerLines(db, accountId), ['payment 1000']);
  }));

test('one that is tampered with, signed by another party or unsigned is forged, and nothing is booked', () =>
  withTestTransaction(async (db) => {
    const { accountId, body } = await begun(db);
    for (const [posted, signature] of [
      [body.replace('cs_1', 'cs_2'), sign(body)],
      [body, sign(body, 'whsec_of_somebody')],
      [body, 'no signature'],
      [body, ''],
    ] as const) {
      assert.equal(await receiveStripeEvent(db, { body: posted, signature }, settings), 'forged');
    }
    assert.deepEqual(await ledgerLines(db, accountId), []);
  }));

test('a signature is good for five minutes', () =>
  withTestTransaction(async (db) => {
    const { accountId, body } = await begun(db);
    const signature = sign(body);
    mock.timers.enable({ apis: ['Date'], now: new Date() });
    try {
      mock.timers.tick(302_000);
      assert.equal(await receiveStripeEvent(db, { body, signature }, settings), 'forged');
      assert.deepEqual(await ledgerLines(db, accountId), []);
      mock.timers.setTime(Number(/t=(\d+)/.exec(signature)?.[1]) * 1000 + 299_000);
      assert.equal(await receiveStripeEvent(db, { body, signature }, settings), 'received');
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(await ledgerLines(db, accountId), ['payment 1000']);
  }));

test('what can’t be booked is acknowledged all the same, so that Stripe does not send it again', () =>
  withTestTransaction(async (db) => {
    const { accountId, body } = await begun(db);
    const { data } = JSON.parse(body) as { data: { object: object } };
    for (const changes of [{ currency: 'eur' }, { amount_total: 1 }, { payment_status: 'unpaid' }]) {
      const other = paidBody({ ...data.object, ...changes });
      const posted = { body: other, signature: sign(other) };
      assert.equal(await receiveStripeEvent(db, posted, settings), 'received');
    }
    assert.deepEqual(await ledgerLines(db, accountId), []);
  }));
