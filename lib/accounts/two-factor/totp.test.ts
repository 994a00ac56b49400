import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findStep, getCode, getStep, getTotpUri, newTotpSecret } from '#lib/accounts/two-factor/totp';

/** The secret of RFC 6238's test vectors. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

test('the codes are those of RFC 6238', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ] as const) {
    assert.equal(getCode(secret, getStep(at(seconds))), code);
    assert.equal(findStep(secret, code, at(seconds)), Math.floor(seconds / 30));
  }
});

test('a clock may be half a minute off, and no more', () => {
  const code = getCode(secret, 1000);
  for (const step of [999, 1000, 1001]) assert.equal(findStep(secret, code, at(step * 30)), 1000);
  for (const step of [998, 1002]) assert.equal(findStep(secret, code, at(step * 30)), undefined);
});

test('what is no code is none', () => {
  for (const code of ['', '12345', '1234567', 'abcdef', '۱۲۳۴۵۶']) {
    assert.equal(findStep(secret, code, at(59)), undefined);
  }
});

test('each secret is new, and its address names the account', () => {
  assert.notEqual(newTotpSecret(), newTotpSecret());
  const url = new URL(getTotpUri(secret, 'ann@longhand.example'));
  assert.equal(url.searchParams.get('secret'), secret);
  assert.equal(decodeURIComponent(url.pathname), '/Longhand:ann@longhand.example');
});
