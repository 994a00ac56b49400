import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { recheckAccess } from '#app/editor/recheck-access';

/** An access that expires after so many milliseconds, on a clock that the test moves. */
function open(t: TestContext, closesAfterMs: number | null) {
  t.mock.timers.enable({
    apis: ['setInterval', 'setTimeout', 'Date'],
    now: new Date('2026-01-01T00:00:00Z'),
  });
  const access = { tries: 0 };
  const expiresAt = closesAfterMs === null ? null : new Date(Date.now() + closesAfterMs);
  const end = recheckAccess({ expiresAt }, () => (access.tries += 1));
  return { access, end, pass: (ms: number) => t.mock.timers.tick(ms) };
}

test('access is checked every two seconds until that is stopped', (t) => {
  const { access, end, pass } = open(t, null);
  pass(1999);
  assert.equal(access.tries, 0);
  pass(1);
  assert.equal(access.tries, 1);
  pass(8000);
  assert.equal(access.tries, 5);
  end();
  pass(60_000);
  assert.equal(access.tries, 5);
});

test('access that expires is also checked at that moment', (t) => {
  const { access, end, pass } = open(t, 3000);
  pass(2999);
  assert.equal(access.tries, 1);
  pass(51);
  assert.equal(access.tries, 2);
  end();
  pass(60_000);
  assert.equal(access.tries, 2);
});

test('access that expires in a year is not checked at once', (t) => {
  const { access, pass } = open(t, 365 * 86_400_000);
  pass(1);
  assert.equal(access.tries, 0);
});
