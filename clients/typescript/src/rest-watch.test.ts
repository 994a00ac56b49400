import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRestWatch } from './rest-watch.ts';

const file = (name: string, size: number, mtimeMs = 1, ctimeMs = 1) => ({
  ...{ file: name, size, mtimeMs, ctimeMs },
});

test('a file is taken once its size and time have rested, and once only', () => {
  const watch = createRestWatch(5000);
  assert.deepEqual(watch.look([file('a', 10)], 0), []);
  assert.deepEqual(watch.look([file('a', 20)], 4000), []);
  assert.deepEqual(watch.look([file('a', 20, 2)], 8000), []);
  assert.deepEqual(watch.look([file('a', 20, 2)], 12_999), []);
  assert.ok(!watch.isIdle());
  assert.deepEqual(watch.look([file('a', 20, 2)], 13_000), ['a']);
  assert.deepEqual(watch.look([file('a', 20, 2)], 60_000), []);
  watch.done('a');
  assert.ok(watch.isIdle());
  assert.deepEqual(watch.look([file('a', 20, 2)], 90_000), []);
});

test('an empty file is never taken, and a file that changes later is taken anew', () => {
  const watch = createRestWatch(1000);
  watch.look([file('a', 0), file('b', 5)], 0);
  assert.deepEqual(watch.look([file('a', 0), file('b', 5)], 5000), ['b']);
  // It changes while it is worked on.
  assert.deepEqual(watch.look([file('b', 6)], 6000), []);
  watch.done('b');
  assert.deepEqual(watch.look([file('b', 6)], 7000), []);
  assert.deepEqual(watch.look([file('b', 6)], 8000), ['b']);
});

test('a file that is put off is taken later each time, and counts as done meanwhile', () => {
  const watch = createRestWatch(0);
  assert.deepEqual(watch.look([file('a', 1)], 0), ['a']);
  watch.later('a', 0);
  assert.ok(watch.isIdle());
  assert.deepEqual(watch.look([file('a', 1)], 4999), []);
  assert.deepEqual(watch.look([file('a', 1)], 5000), ['a']);
  watch.later('a', 5000);
  assert.deepEqual(watch.look([file('a', 1)], 14_999), []);
  assert.deepEqual(watch.look([file('a', 1)], 15_000), ['a']);
});

test('a file that was put off for long is taken soon after its permissions change, and one that is done is not', () => {
  const watch = createRestWatch(0);
  let now = 0;
  for (const delayMs of [5000, 10_000, 20_000, 40_000]) {
    assert.deepEqual(watch.look([file('a', 1)], now), ['a']);
    watch.later('a', now);
    now += delayMs;
  }
  assert.deepEqual(watch.look([file('a', 1)], now), ['a']);
  watch.later('a', now);
  assert.deepEqual(watch.look([file('a', 1, 1, 2)], now + 1000), []);
  // However often they change.
  assert.deepEqual(watch.look([file('a', 1, 1, 3)], now + 4000), []);
  assert.deepEqual(watch.look([file('a', 1, 1, 3)], now + 6000), ['a']);
  watch.done('a');
  assert.deepEqual(watch.look([file('a', 1, 1, 4)], now + 600_000), []);
});
