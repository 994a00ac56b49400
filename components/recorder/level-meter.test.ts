import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLevel } from '#components/recorder/recorder.ts';

test('silence is 0, the loudest sound is 1, and 30 dB less is half of it', () => {
  assert.equal(toLevel([0, 0, 0]), 0);
  assert.equal(toLevel([]), 0);
  assert.equal(toLevel([1, -1, 1]), 1);
  const quieter = 10 ** (-30 / 20);
  assert.ok(Math.abs(toLevel([quieter, -quieter]) - 0.5) < 1e-9);
});
