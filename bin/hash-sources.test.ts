import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { hashSources } from './hash-sources.mjs';

/** The hash as another Node.js would compute it. */
function hashWith(t: TestContext, name: 'version' | 'versions', value: string | object): string {
  const own = Object.getOwnPropertyDescriptor(process, name) ?? {};
  t.after(() => Object.defineProperty(process, name, own));
  Object.defineProperty(process, name, { ...own, value });
  const hash = hashSources(['package.json']);
  Object.defineProperty(process, name, own);
  return hash;
}

test('what is built stays current with a patch of Node.js, and not with another major version', (t) => {
  const hash = hashSources(['package.json']);
  assert.equal(hashWith(t, 'version', 'v24.99.1'), hash);
  assert.notEqual(hashWith(t, 'versions', { ...process.versions, modules: '999' }), hash);
});
