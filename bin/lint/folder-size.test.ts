import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const maxEntries = 25;
/** `lib` may have more: `longhand/folder-imports` and docs/architecture.md list its folders. */
const exceptions = new Set(['lib']);

function* foldersBelow(folder: string): Generator<string> {
  yield folder;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* foldersBelow(path.join(folder, entry.name));
  }
}

test('no folder of the code has more than 25 entries', () => {
  const folders = ['app', 'components', 'lib'].flatMap((root) => [...foldersBelow(root)]);
  const full = folders.filter((folder) => !exceptions.has(folder) && readdirSync(folder).length > maxEntries);
  assert.ok(folders.length > 50);
  assert.deepEqual(full, []);
});
