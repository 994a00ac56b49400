import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '#lib/ids/link-token';
import { seal, unseal } from '#lib/ids/seal';

const secret = '00'.repeat(32);
const purpose = 'share link' as const;
const link = { purpose, id: 'link', text: newToken() };

test('what is sealed opens again, shows nothing of itself and is never sealed the same twice', () => {
  const sealed = seal(secret, link);
  assert.equal(unseal(secret, { purpose, id: 'link', sealed }), link.text);
  assert.ok(!Buffer.from(sealed, 'base64url').includes(link.text));
  assert.notEqual(seal(secret, link), sealed);
});

test('what is sealed opens under no other secret, for no other link or purpose, and not when it was changed', () => {
  const sealed = seal(secret, link);
  const changed = Buffer.from(sealed, 'base64url').map((byte, i, { length }) =>
    i === length - 1 ? byte ^ 1 : byte,
  );
  assert.equal(unseal('11'.repeat(32), { purpose, id: 'link', sealed }), undefined);
  assert.equal(unseal(secret, { purpose, id: 'other', sealed }), undefined);
  assert.equal(unseal(secret, { purpose: 'invitation', id: 'link', sealed }), undefined);
  assert.equal(
    unseal(secret, { purpose, id: 'link', sealed: Buffer.from(changed).toString('base64url') }),
    undefined,
  );
  for (const damaged of ['', 'AAAA', sealed.slice(0, 36)]) {
    assert.equal(unseal(secret, { purpose, id: 'link', sealed: damaged }), undefined);
  }
});
