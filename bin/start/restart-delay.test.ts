import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restartDelayMs } from './restart-delay';

test('a process that died is started again at once', () => {
  assert.equal(restartDelayMs(0), 0);
  assert.equal(restartDelayMs(1), 0);
});

test('one that keeps dying early waits longer each time, and never more than five seconds', () => {
  assert.deepEqual([2, 3, 4, 5, 6, 7, 100].map(restartDelayMs), [250, 500, 1000, 2000, 4000, 5000, 5000]);
});
