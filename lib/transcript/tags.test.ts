import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addTags, maxTagLength, maxTags, toTagKey } from './tags';

test('tags are separated by commas, cleaned, and told apart in any case', () => {
  assert.deepEqual(addTags(['Interview'], ' interview,\u202E Law \u0000  firm ,, law firm,Straße'), {
    tags: ['Interview', 'Law firm', 'Straße'],
    fault: undefined,
  });
  assert.equal(toTagKey(' É'), toTagKey('é'));
});

test('a tag that is too long, and one too many, is not added', () => {
  const longest = '😀'.repeat(maxTagLength);
  assert.deepEqual(addTags([], longest), { tags: [longest], fault: undefined });
  assert.deepEqual(addTags([], `a,${longest}x,b`), { tags: ['a'], fault: 'too-long' });
  const most = Array.from({ length: maxTags }, (_, index) => `tag ${index}`);
  assert.deepEqual(addTags(most, 'TAG 0'), { tags: most, fault: undefined });
  assert.deepEqual(addTags(most, 'more'), { tags: most, fault: 'too-many' });
});
