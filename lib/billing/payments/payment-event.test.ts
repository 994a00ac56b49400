import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as always, property, shuffledSubarray } from 'fast-check';
import { returnedCents, type ReturnFact } from '#lib/billing/payments/payment-event';

const refund = (subject: string, amountCents: number): ReturnFact => ({
  kind: 'refunded',
  subject,
  amountCents,
});

test('refunds add up, a repeated one counts once, and no more is returned than was paid', () => {
  assert.equal(returnedCents([], 1000), 0);
  assert.equal(returnedCents([refund('re_1', 300), refund('re_1', 300), refund('re_2', 200)], 1000), 500);
  assert.equal(
    returnedCents([refund('re_1', 800), { ...refund('dp_1', 1000), kind: 'disputed' }], 1000),
    1000,
  );
});

test('a refund that failed and a dispute that was won return nothing, in any order', () => {
  const facts: ReturnFact[] = [
    refund('re_1', 300),
    { kind: 'refund_failed', subject: 're_1', amountCents: 300 },
    { kind: 'disputed', subject: 'dp_1', amountCents: 500 },
    { kind: 'dispute_won', subject: 'dp_1', amountCents: 500 },
    refund('re_2', 100),
  ];
  always(
    property(shuffledSubarray(facts, { minLength: facts.length }), (shuffled) => {
      assert.equal(returnedCents(shuffled, 1000), 100);
    }),
  );
});
