import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNameError } from './check-name';

test('a name has 1 to 255 characters without the blanks round it', () => {
  for (const name of ['a', ` ${'x'.repeat(255)} `, '🎤'.repeat(255)])
    assert.equal(getNameError(name), undefined);
  for (const name of ['', ' \t ']) assert.equal(getNameError(name), 'Enter a name.');
  for (const name of ['x'.repeat(256), '🎤'.repeat(256)]) {
    assert.equal(getNameError(name), 'Use at most 255 characters.');
  }
});
