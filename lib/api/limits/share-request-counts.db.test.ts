import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { requestCounts } from '#drizzle/schema/request-counts';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { shareRequestCounts } from '#lib/api/limits/share-request-counts';

const minute = { windowSeconds: 60 };

test('the requests of all servers are added up, each key for itself, within the minute that the first one began', () =>
  withTestTransaction(async (db) => {
    const one = new Map([
      ['b', 3],
      ['a', 1],
    ]);
    const both = [
      { keyId: 'a', count: 1, secondsLeft: 60 },
      { keyId: 'b', count: 3, secondsLeft: 60 },
    ];
    assert.deepEqual(await shareRequestCounts(db, one, minute), both);
    await db.update(requestCounts).set({ expiresAt: sql`now() + interval '20 seconds'` });
    const other = await shareRequestCounts(db, new Map([['b', 4]]), minute);
    assert.deepEqual(other, [{ keyId: 'b', count: 7, secondsLeft: 20 }]);
    await db.update(requestCounts).set({ expiresAt: sql`now()` });
    const next = await shareRequestCounts(db, new Map([['b', 2]]), minute);
    assert.deepEqual(next, [{ keyId: 'b', count: 2, secondsLeft: 60 }]);
    assert.deepEqual(await shareRequestCounts(db, new Map(), minute), []);
  }));
