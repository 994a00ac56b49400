import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { postgresLocker } from '#lib/uploads/postgres-locker';

/* Two web servers that lock uploads in one database. */

type Locker = ReturnType<typeof postgresLocker>;

let database: TestDatabase;
let here: Locker;
let there: Locker;

before(async () => {
  database = await createDatabase();
  here = postgresLocker(database.url);
  there = postgresLocker(database.url);
});
after(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

const never = new AbortController().signal;

for (const [place, other] of [
  ['the same', () => here],
  ['another', () => there],
] as const) {
  test(`who wants a lock that ${place} server holds has it released, and waits for that`, async () => {
    const events: string[] = [];
    const first = here.newLock('one');
    const asked = new Promise<void>((resolve) => {
      void first.lock(never, () => resolve()).then(() => events.push('first'));
    });
    await here.newLock('unrelated').lock(never, () => {});
    const second = other().newLock('one');
    const got = second.lock(never, () => {}).then(() => events.push('second'));
    await asked;
    events.push('asked');
    await first.unlock();
    await got;
    await second.unlock();
    await here.newLock('unrelated').unlock();
    assert.deepEqual(events, ['first', 'asked', 'second']);
  });
}

test('who stops waiting gets no lock, and leaves it to others', async () => {
  const first = here.newLock('two');
  const waiting = new AbortController();
  await first.lock(never, () => waiting.abort());
  await assert.rejects(there.newLock('two').lock(waiting.signal, () => {}));
  await first.unlock();
  const third = there.newLock('two');
  await third.lock(never, () => {});
  await third.unlock();
});
