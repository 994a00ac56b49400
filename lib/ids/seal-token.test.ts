import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '#lib/ids/link-token';
import { openToken, sealToken } from '#lib/ids/seal-token';

const secret = '00'.repeat(32);
const purpose = 'share link' as const;
const link = { purpose, id: 'link', token: newToken() };

test('a sealed token opens again, shows nothing of itself and is never sealed the same twice', () => {
  const sealed = sealToken(secret, link);
  assert.equal(openToken(secret, { purpose, id: 'link', sealed }), link.token);
  assert.ok(!Buffer.from(sealed, 'base64url').includes(link.token));
  assert.notEqual(sealToken(secret, link), sealed);
});

test('a sealed token opens under no other secret, for no other link or purpose, and not when it was changed', () => {
  const sealed = sealToken(secret, link);
  const changed = Buffer.from(sealed, 'base64url').map((byte, i, { length }) =>
    i === length - 1 ? byte ^ 1 : byte,
  );
  assert.equal(openToken('11'.repeat(32), { purpose, id: 'link', sealed }), undefined);
  assert.equal(openToken(secret, { purpose, id: 'other', sealed }), undefined);
  assert.equal(openToken(secret, { purpose: 'invitation', id: 'link', sealed }), undefined);
  assert.equal(
    openToken(secret, { purpose, id: 'link', sealed: Buffer.from(changed).toString('base64url') }),
    undefined,
  );
  for (const damaged of ['', 'AAAA', sealed.slice(0, 36)]) {
    assert.equal(openToken(secret, { purpose, id: 'link', sealed: damaged }), undefined);
  }
});
