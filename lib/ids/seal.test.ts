import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seal, unseal } from '#lib/ids/seal';

const secret = '00'.repeat(32);

test('what is sealed opens for its own purpose and row only', () => {
  const sealed = seal(secret, { purpose: 'one', id: 'row', text: 'a secret' });
  assert.equal(unseal(secret, { purpose: 'one', id: 'row', sealed }), 'a secret');
  assert.equal(unseal(secret, { purpose: 'two', id: 'row', sealed }), undefined);
  assert.equal(unseal(secret, { purpose: 'one', id: 'other', sealed }), undefined);
});
