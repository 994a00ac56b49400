import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStripeEvent } from '#lib/billing/payments/read-stripe-event';

/* What an event of Stripe says about money. */

const checkout = {
  id: 'cs_1',
  currency: 'usd',
  amount_total: 2500,
  payment_status: 'paid',
  payment_intent: 'pi_1',
  metadata: { payment_id: 'p1' },
};
const refund = { id: 're_1', currency: 'usd', amount: 1000, payment_intent: 'pi_1', status: 'succeeded' };

const read = (type: string, object: object) => readStripeEvent({ id: 'evt_1', type, data: { object } });

/** Of a refund or dispute with this status, what it does. */
function readKind(type: string, status: string | null): string | undefined {
  const event = read(type, { ...refund, status });
  return typeof event === 'object' ? event.kind : event;
}

test('a checkout is paid when it is completed and paid, or when a slow payment has succeeded', () => {
  const paid = {
    id: 'evt_1',
    kind: 'paid',
    provider: 'stripe',
    paymentId: 'p1',
    intentReference: 'pi_1',
    subject: 'cs_1',
    amountCents: 2500,
  };
  assert.deepEqual(read('checkout.session.completed', checkout), paid);
  assert.deepEqual(read('checkout.session.async_payment_succeeded', checkout), paid);
});

test('a payment still under way, a checkout of something else and any other event say nothing', () => {
  const type = 'checkout.session.completed';
  assert.equal(read(type, { ...checkout, payment_status: 'unpaid' }), undefined);
  assert.equal(read(type, { ...checkout, metadata: {} }), undefined);
  assert.equal(read('checkout.session.expired', checkout), undefined);
  assert.equal(read('customer.created', { id: 'cus_1' }), undefined);
  assert.equal(read('refund.created', { ...refund, payment_intent: null }), undefined);
});

test('another currency, and an amount that is none, can’t be booked', () => {
  const type = 'checkout.session.completed';
  assert.equal(read(type, { ...checkout, currency: 'eur' }), 'unreadable');
  for (const amount of [0, -1, 1.5, '2500', null]) {
    assert.equal(read(type, { ...checkout, amount_total: amount }), 'unreadable');
    assert.equal(read('refund.created', { ...refund, amount }), 'unreadable');
  }
  assert.equal(read('charge.dispute.created', { ...refund, currency: 'eur' }), 'unreadable');
});

test('a refund takes money unless it failed or was canceled', () => {
  const expected = {
    pending: 'refunded',
    succeeded: 'refunded',
    failed: 'refund_failed',
    canceled: 'refund_failed',
  };
  for (const [status, kind] of Object.entries(expected))
    assert.equal(readKind('refund.updated', status), kind);
  assert.equal(readKind('refund.created', null), 'refunded');
  assert.deepEqual(read('refund.created', refund), {
    id: 'evt_1',
    kind: 'refunded',
    intentReference: 'pi_1',
    subject: 're_1',
    amountCents: 1000,
  });
});

test('a dispute takes money until it is won, and an inquiry none', () => {
  const expected = {
    needs_response: 'disputed',
    under_review: 'disputed',
    lost: 'disputed',
    won: 'dispute_won',
    warning_closed: 'dispute_won',
    warning_needs_response: undefined,
    warning_under_review: undefined,
  };
  for (const [status, kind] of Object.entries(expected))
    assert.equal(readKind('charge.dispute.updated', status), kind);
});
