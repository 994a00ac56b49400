import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiKeyScopes, scopeIncludes } from '#lib/accounts/api-keys/api-key';

test('a scope includes itself and those before it, and no other', () => {
  const included = apiKeyScopes.map((held) => apiKeyScopes.filter((needed) => scopeIncludes(held, needed)));
  assert.deepEqual(included, [['read'], ['read', 'submit'], ['read', 'submit', 'everything']]);
});
