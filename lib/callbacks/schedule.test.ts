import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeoutMs, untilNextAttempt } from '#lib/callbacks/schedule';

const minutes = (count: number) => count * 60_000;
const hours = (count: number) => minutes(60 * count);

test('the pauses are 5 s, 30 s, 2 min, 10 min, 30 min, then 30 min each', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 40].map((attempts) =>
    untilNextAttempt({ attempts: attempts, ageMs: 0 }, 0),
  );
  assert.deepEqual(pauses, [5000, 30_000, minutes(2), minutes(10), minutes(30), minutes(30), minutes(30)]);
});

test('the jitter draws a pause out by less than a minute, and never shortens one', () => {
  for (const random of [0, 0.3, 1]) {
    const pause = untilNextAttempt({ attempts: 9, ageMs: 0 }, random) ?? 0;
    assert.ok(pause >= minutes(30) && pause < minutes(31), String(pause));
  }
});

test('an attempt that fails 24 hours after the first is the last one', () => {
  assert.notEqual(untilNextAttempt({ attempts: 50, ageMs: hours(24) - 1 }), undefined);
  assert.equal(untilNextAttempt({ attempts: 50, ageMs: hours(24) }), undefined);
});

test('a host that is back after 24 hours still gets an attempt within 31 minutes, whatever the jitter', () => {
  for (const random of [0, 0.5, 1]) {
    let ageMs = 0;
    for (let attempts = 1; ; attempts++) {
      const pause = untilNextAttempt({ attempts: attempts, ageMs }, random);
      if (pause === undefined) break;
      ageMs += pause;
    }
    assert.ok(ageMs >= hours(24) && ageMs < hours(24) + minutes(31), String(ageMs));
    assert.ok(ageMs <= timeoutMs);
  }
});

test('Retry-After puts an attempt off, never forward, and not beyond the 24 hours', () => {
  const after = (retryAfterMs: number, ageMs = 0) =>
    untilNextAttempt({ attempts: 1, ageMs, retryAfterMs }, 0);
  assert.equal(after(minutes(3)), minutes(3));
  assert.equal(after(1000), 5000);
  assert.equal(after(hours(100)), hours(24));
  assert.equal(after(hours(100), hours(23)), hours(1));
  assert.equal(after(hours(100), hours(24) - 1), 5000);
});
