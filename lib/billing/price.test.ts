import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { decodedPriceCents, getRate, priceCents } from '#lib/billing/price';

const seconds = fc.double({ min: 0.01, max: 50_000, noNaN: true });

test('of any 1,000 jobs none costs more than what was decoded, whatever was held, and a second look changes nothing', () => {
  const job = fc.record({ decoded: seconds, claimed: seconds, priceCentsPerMinute: fc.nat(100) });
  fc.assert(
    fc.property(job, ({ decoded, claimed, priceCentsPerMinute }) => {
      const heldCents = priceCents(claimed, priceCentsPerMinute);
      const price = decodedPriceCents(decoded, { heldCents, priceCentsPerMinute });
      assert.ok(price <= priceCents(decoded, priceCentsPerMinute));
      assert.ok(price <= heldCents || decoded > claimed);
      assert.equal(decodedPriceCents(decoded, { heldCents: price, priceCentsPerMinute }), price);
    }),
    { numRuns: 1000 },
  );
});

test('a minute that begins only because a recording was measured a little too short is free', () => {
  const held = { heldCents: 25, priceCentsPerMinute: 25 };
  assert.deepEqual(
    [60.4, 61.5, 3].map((decoded) => decodedPriceCents(decoded, held)),
    [25, 50, 25],
  );
});

test('work without recognition costs two fifths, unless another price is set, and nothing where nothing is charged', () => {
  const prices = { priceCentsPerMinute: 24 };
  assert.equal(getRate('recognize', { ...prices, priceCentsPerMinuteWithoutRecognition: 5 }), 24);
  assert.equal(getRate('align', { ...prices, priceCentsPerMinuteWithoutRecognition: 5 }), 5);
  assert.equal(getRate('speakers', prices), 10);
  assert.equal(getRate('align', { priceCentsPerMinute: 0, priceCentsPerMinuteWithoutRecognition: 5 }), 0);
});
