import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getLeft } from './use-countdown';

test('what is left falls second by second, and ends before it is nothing', () => {
  assert.deepEqual(
    [0, 1, 29, 30, 31].map((passed) => getLeft(30, passed)),
    [30, 29, 1, undefined, undefined],
  );
  assert.equal(getLeft(undefined, 5), undefined);
});
