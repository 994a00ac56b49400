import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Stop } from '#bin/cli-output.mjs';
import { readOptions } from './read-options.mjs';

const none = { words: [], all: false, list: false, noteCosts: false };

test('options may stand in any order, among words in any case', () => {
  assert.deepEqual(readOptions([]), none);
  assert.deepEqual(readOptions(['Editor', '--note-costs', 'sync', '--all']), {
    ...none,
    words: ['editor', 'sync'],
    noteCosts: true,
    all: true,
  });
  assert.deepEqual(readOptions(['--changed', '--list']), { ...none, changedSince: 'HEAD', list: true });
  assert.deepEqual(readOptions(['--changed=main']), { ...none, changedSince: 'main' });
});

test('an unknown option, and a revision that is none, stop the run', () => {
  for (const unknown of ['--watch', '-a', '--all=yes', '--changed=', '--changed=--output=x']) {
    assert.throws(() => readOptions([unknown]), Stop, unknown);
  }
});
