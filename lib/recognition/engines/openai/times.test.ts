import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultTimes, maxTries } from '#lib/recognition/engines/openai/times';

test('a server rests for a second after its first failure, twice as long after each further one, up to a minute', () => {
  const rests = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => defaultTimes.restMs(failures) / 1000);
  assert.deepEqual(rests, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
});

test('a piece rides out about a minute without any server', () => {
  let totalMs = 0;
  for (let failures = 1; failures < maxTries; failures += 1) totalMs += defaultTimes.restMs(failures);
  assert.equal(totalMs, 63_000);
});

test('a server that asks for a rest gets it, from a second to five minutes', () => {
  const rests = [0, 500, 7000, 300_000, 86_400_000].map((ms) => defaultTimes.askedRestMs(ms) / 1000);
  assert.deepEqual(rests, [1, 1, 7, 300, 300]);
});

test('a piece has 20 times its length on one server, two minutes at least, and thrice that in all', () => {
  const times = [1000, 6000, 28_000].map((ms) => [
    defaultTimes.deadlineMs(ms) / 1000,
    defaultTimes.totalMs(ms) / 1000,
  ]);
  assert.deepEqual(times, [
    [120, 360],
    [120, 360],
    [560, 1680],
  ]);
});
