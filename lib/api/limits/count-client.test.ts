import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countRequest, countStream } from '#lib/api/limits/count-client';

test('requests are counted by each name on its own, and none where the limit is 0', () => {
  const counted = [
    { key: 'one', limit: 2 },
    { key: 'all', limit: 3 },
    { key: 'free', limit: 0 },
  ];
  assert.deepEqual([countRequest(counted), countRequest(counted)], [undefined, undefined]);
  const wait = countRequest(counted) ?? 0;
  assert.ok(wait > 0 && wait <= 60);
  assert.equal(countRequest([{ key: 'other', limit: 2 }]), undefined);
  assert.ok(
    countRequest([
      { key: 'other', limit: 2 },
      { key: 'all', limit: 3 },
    ]),
  );
});

test('a stream counts while it is open', () => {
  const mine = [
    { key: 'me', limit: 2 },
    { key: 'office', limit: 3 },
  ];
  const theirs = [
    { key: 'you', limit: 2 },
    { key: 'office', limit: 3 },
  ];
  const [first, second] = [countStream(mine), countStream(mine)];
  assert.ok(typeof first === 'function' && typeof second === 'function');
  assert.equal(countStream(mine), 10);
  assert.equal(typeof countStream(theirs), 'function');
  assert.equal(countStream(theirs), 10, 'the office has three');
  first();
  assert.equal(typeof countStream(mine), 'function');
});
