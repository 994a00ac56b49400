import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#lib/refusal';
import { parseTags } from '#lib/jobs/tags/tags';

test('tags are kept once in any case, and too long or too many of them are refused', () => {
  assert.deepEqual(parseTags(['Law', ' LAW', '', 'a,b']), [
    { tag: 'Law', key: 'law' },
    { tag: 'a', key: 'a' },
    { tag: 'b', key: 'b' },
  ]);
  assert.throws(() => parseTags(['x'.repeat(41)]), Refusal);
  assert.throws(() => parseTags(Array.from({ length: 11 }, (_, index) => `tag ${index}`)), Refusal);
});
