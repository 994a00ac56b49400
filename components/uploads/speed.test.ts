import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSpeed, withSample, type Sample } from './speed';

test('the speed is that of the last five seconds', () => {
  let samples: Sample[] = [];
  for (let second = 0; second <= 10; second += 1) {
    const bytes = second < 5 ? 0 : (second - 5) * 1000;
    samples = withSample(samples, { atMs: second * 1000, bytes });
  }
  assert.equal(getSpeed(samples), 1000);
});

test('there is no speed before it says something', () => {
  assert.equal(getSpeed([]), undefined);
  assert.equal(
    getSpeed([
      { atMs: 0, bytes: 0 },
      { atMs: 300, bytes: 900 },
    ]),
    undefined,
  );
});
