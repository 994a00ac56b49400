import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCents } from '#lib/billing/parse-cents';

test('an amount with no, one or two decimals becomes whole cents', () => {
  const expected = {
    '10': 1000,
    '10.5': 1050,
    '10.50': 1050,
    '0.07': 7,
    '0': 0,
    '1.10': 110,
    '9999999.99': 999_999_999,
  };
  for (const [text, cents] of Object.entries(expected)) assert.equal(parseCents(text), cents, text);
});

test('anything else is refused', () => {
  for (const text of [
    '1e3',
    '-1',
    '+1',
    '10.005',
    'abc',
    '',
    ' ',
    '.5',
    '5.',
    '1,50',
    '0x10',
    '10 ',
    '10000000',
    '١',
  ]) {
    assert.equal(parseCents(text), undefined, text);
  }
});
