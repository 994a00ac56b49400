import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stop } from '#bin/cli-output.mjs';
import { filesConcernedBy, selectTestFiles } from './select-suites';
import { getHeight, listTestFiles, toSuites } from './suites';

const all = listTestFiles();

test('words choose the files that have them all in their path, and no words all files', () => {
  assert.deepEqual(selectTestFiles([]), all);
  const chosen = selectTestFiles(['Editor', 'sync']);
  assert.ok(chosen.length > 1 && chosen.length < all.length);
  assert.ok(chosen.every((file) => file.includes('editor') && file.includes('sync')));
  for (const words of [['no-such-thing'], ['--watch']]) assert.throws(() => selectTestFiles(words), Stop);
});

test('a change concerns its own test, those that import it over any way, and the nearest suites end to end', () => {
  const concerned = filesConcernedBy(['lib/refusal.ts'], all);
  assert.ok(concerned.includes('lib/api/v1/problems/problems.test.ts'), 'it imports what imports it');
  assert.ok(!concerned.includes('lib/billing/ledger/csv.test.ts'));
  assert.deepEqual(filesConcernedBy(['lib/billing/ledger/csv.test.ts'], all), [
    'lib/billing/ledger/csv.test.ts',
  ]);
  const ofEditor = filesConcernedBy(['components/editor/sync/timers.ts'], all);
  const suites = ofEditor.filter((file) => getHeight(file) === 'end to end');
  assert.ok(suites.length > 0 && suites.every((file) => file.startsWith('e2e/editor/sync')), suites.join());
});

test('every test file is in one suite: the pure ones in one, those with a database in one, others by themselves', () => {
  const suites = toSuites(all);
  assert.deepEqual(suites.flatMap(({ files }) => files).toSorted(), all.toSorted());
  for (const { height, files } of suites) {
    assert.ok(files.every((file) => getHeight(file) === height));
    if (height === 'tools' || height === 'end to end') assert.equal(files.length, 1);
  }
});
