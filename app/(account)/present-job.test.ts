import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateSecondsLeft } from './present-job';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
const quarter = { startedAt: at(0), progressAt: at(10), progress: 0.25 };

test('the time left falls with each second, also as long as no progress is made', () => {
  assert.equal(estimateSecondsLeft(quarter, at(10)), 30);
  assert.equal(estimateSecondsLeft(quarter, at(25)), 15);
});

test('nothing is said of the time left at the beginning, and when it was too short', () => {
  assert.equal(estimateSecondsLeft({ ...quarter, progress: 0.01 }, at(10)), undefined);
  assert.equal(estimateSecondsLeft({ ...quarter, progressAt: null }, at(10)), undefined);
  assert.equal(estimateSecondsLeft(quarter, at(40)), undefined);
});
