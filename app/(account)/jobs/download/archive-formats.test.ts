import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFormats, usualFormats } from './archive-formats';

test('remembered formats are those that still exist, in the order in which they are offered', () => {
  assert.deepEqual(parseFormats('json rtf tracked'), ['tracked', 'json']);
});

test('without a format that exists, the usual ones are chosen', () => {
  for (const stored of [undefined, '', 'rtf']) assert.equal(parseFormats(stored), usualFormats);
});
