import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  clampMs,
  clampRate,
  clampSkip,
  clampTyped,
  getResumeSeconds,
  keepLoop,
  newPlayback,
} from './playback';

const range = { startMs: 1000, endMs: 3000 };

test('a moment lies within the recording, as far as its length is known', () => {
  assert.deepEqual(
    [-5, 500, 2000].map((ms) => clampMs(ms, 1000)),
    [0, 500, 1000],
  );
  assert.equal(clampMs(2000, 0), 2000);
});

test('a typed time may be the length as it is shown, and leads to the end', () => {
  assert.deepEqual(
    [0, 16_000, 16_500, 17_000, 17_001].map((ms) => clampTyped(ms, 16_390)),
    [0, 16_000, 16_390, 16_390, undefined],
  );
});

test('a skip stays in the stretch that is repeated', () => {
  assert.deepEqual(
    [0, 2000, 5000].map((ms) => clampSkip(ms, range)),
    [1000, 2000, 2900],
  );
  assert.equal(clampSkip(5000, undefined), 5000);
});

test('going outside a repeated stretch ends it', () => {
  assert.equal(keepLoop(range, 1000), range);
  assert.equal(keepLoop(range, 2999), range);
  assert.equal(keepLoop(range, 3000), undefined);
  assert.equal(keepLoop(range, 999), undefined);
  assert.equal(keepLoop(undefined, 0), undefined);
});

test('a recording that is resumed where it was paused steps back, but not out of a loop', () => {
  const paused = { ...newPlayback, pausedAtSeconds: 1.5, stepBackMs: 500 };
  assert.equal(getResumeSeconds(paused, 1.5), 1);
  assert.equal(getResumeSeconds({ ...paused, loopRange: { startMs: 1250, endMs: 3000 } }, 1.5), 1.25);
  assert.equal(getResumeSeconds({ ...paused, stepBackMs: 5000 }, 1.5), 0);
  assert.equal(getResumeSeconds(paused, 1.6), undefined);
  assert.equal(getResumeSeconds({ ...paused, pausedAtSeconds: undefined }, 1.5), undefined);
});

test('speeds go from 0.5 to 2', () => {
  assert.deepEqual([0.1, 1.234, 3].map(clampRate), [0.5, 1.23, 2]);
});
