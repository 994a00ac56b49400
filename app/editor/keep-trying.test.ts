import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { keepTrying } from '#app/editor/keep-trying';

/** A door that closes by itself after so many milliseconds, on a clock that the test moves. */
function open(t: TestContext, closesAfterMs: number | null) {
  t.mock.timers.enable({
    apis: ['setInterval', 'setTimeout', 'Date'],
    now: new Date('2026-01-01T00:00:00Z'),
  });
  const door = { tries: 0 };
  const closesAt = closesAfterMs === null ? null : new Date(Date.now() + closesAfterMs);
  const end = keepTrying({ closesAt }, () => (door.tries += 1));
  return { door, end, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test('a door is tried every two seconds until somebody ends that', (t) => {
  const { door, end, pass } = open(t, null);
  pass(1999);
  assert.equal(door.tries, 0);
  pass(1);
  assert.equal(door.tries, 1);
  pass(8000);
  assert.equal(door.tries, 5);
  end();
  pass(60_000);
  assert.equal(door.tries, 5);
});

test('a door that closes by itself is tried at that moment too', (t) => {
  const { door, end, pass } = open(t, 3000);
  pass(2999);
  assert.equal(door.tries, 1);
  pass(51);
  assert.equal(door.tries, 2);
  end();
  pass(60_000);
  assert.equal(door.tries, 2);
});

test('a door that closes in a year is not tried at once', (t) => {
  const { door, pass } = open(t, 365 * 86_400_000);
  pass(1);
  assert.equal(door.tries, 0);
});
