import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { recheckAccess, shareCheck } from '#app/editor/check-access';

/** An access that expires after this many milliseconds, on a mocked clock. */
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

test('many streams of one access ask once, and those of another ask themselves', async () => {
  let asked = 0;
  const checkAccess = async () => {
    asked += 1;
    return undefined;
  };
  const streams = Array.from({ length: 50 }, () => shareCheck({ accessKey: 'link a view', checkAccess }));
  await Promise.all(streams.map(({ check }) => check()));
  assert.equal(asked, 1);
  const other = shareCheck({ accessKey: 'link a edit', checkAccess });
  await other.check();
  assert.equal(asked, 2);
  for (const { leave } of [...streams, other]) leave();
  const later = shareCheck({ accessKey: 'link a view', checkAccess });
  await later.check();
  later.leave();
  assert.equal(asked, 3, 'what has ended is not remembered');
});
