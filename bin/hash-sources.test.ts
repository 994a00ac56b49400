import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { hashSources, hasStamp, makeStamp } from './hash-sources.mjs';
import { makeTestFolder } from '#e2e/support/temporary-folder';

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

test('a stamp holds by the metadata of its sources or by their contents, and not for others', async (t) => {
  const folder = await makeTestFolder(t);
  const [source, stamp] = ['source.ts', 'stamp'].map((name) => path.join(folder, name)) as [string, string];
  const isCurrent = () => hasStamp(stamp, [source]);
  await writeFile(source, 'a');
  assert.ok(!isCurrent(), 'nothing is built');
  const made = makeStamp([source]);
  const [hash = '', metadata = ''] = made.split(' ');
  for (const [text, holds] of [
    [made, true],
    [`0 ${metadata}`, true],
    [`${hash} 0`, true],
    [hash, true],
    ['0 0', false],
  ] as const) {
    await writeFile(stamp, text);
    assert.equal(isCurrent(), holds, text);
  }
  await writeFile(stamp, made);
  await utimes(source, 1, 1);
  assert.ok(isCurrent(), 'the contents are the same');
  await writeFile(source, 'b');
  assert.ok(!isCurrent());
});

test('a file that changes gives another hash in the same process', async (t) => {
  const folder = await makeTestFolder(t);
  const file = path.join(folder, 'source.ts');
  const hashes = new Set<string>();
  for (const content of ['a', 'bb', 'ccc']) {
    await writeFile(file, content);
    hashes.add(hashSources([folder]));
  }
  assert.equal(hashes.size, 3);
});
