import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { sessions } from '#drizzle/schema/sessions';
import { makeAccount } from '#e2e/support/make-account';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginSession } from '#lib/accounts/sessions/begin-session';
import { endOtherSessions, endSession, endSessions } from '#lib/accounts/sessions/end-sessions';
import { listSessions, readSession } from '#lib/accounts/sessions/read-session';
import type { Tx } from '#lib/db/connect';

/* The browsers that are signed in to an account. */

const begin = async (db: Tx, accountId: string, userAgent = 'a browser') =>
  (await beginSession(db, { accountId, userAgent, method: 'password' })).sessionId;

const isOpen = async (db: Tx, sessionId: string) => (await readSession(db, { sessionId })) !== undefined;

test('a session names its account, and an unknown one nobody', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email: 'ann@longhand.example' });
    const sessionId = await begin(db, accountId);
    assert.deepEqual(await readSession(db, { sessionId }), {
      accountId,
      email: 'ann@longhand.example',
      displayName: null,
      language: null,
      role: 'member',
    });
    assert.equal(await readSession(db, { sessionId: 'made-up' }), undefined);
  }));

test('a session of thirty days has ended, however much it was used', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const [young, old] = [await begin(db, accountId), await begin(db, accountId)];
    for (const [id, age] of [
      [young, '30 days -1 second'],
      [old, '30 days'],
    ] as const) {
      const createdAt = sql`now() - ${age}::interval`;
      await db.update(sessions).set({ createdAt }).where(eq(sessions.id, id));
    }
    assert.deepEqual([await isOpen(db, young), await isOpen(db, old)], [true, false]);
    assert.deepEqual(
      (await listSessions(db, { accountId })).map(({ id }) => id),
      [young],
    );
  }));

test('one browser is signed out, all others, or all, and never one of another account', () =>
  withTestTransaction(async (db) => {
    const [accountId, otherAccount] = [await makeAccount(db), await makeAccount(db)];
    const theirs = await begin(db, otherAccount);
    const mine = [await begin(db, accountId), await begin(db, accountId), await begin(db, accountId)];
    const [one = '', , three = ''] = mine;
    const open = () => Promise.all([...mine, theirs].map((id) => isOpen(db, id)));
    await endSession(db, { accountId, sessionId: theirs });
    await endSession(db, { accountId, sessionId: one });
    await endSession(db, { accountId, sessionId: one });
    assert.deepEqual(await open(), [false, true, true, true]);
    await endOtherSessions(db, { accountId, keep: three });
    assert.deepEqual(await open(), [false, false, true, true]);
    await endSessions(db, { accountId });
    assert.deepEqual(await open(), [false, false, false, true]);
  }));

test('browsers are listed with what they call themselves, cut short, the one seen last first', () =>
  withTestTransaction(async (db) => {
    const [accountId, otherAccount] = [await makeAccount(db), await makeAccount(db)];
    const first = await begin(db, accountId, 'x'.repeat(301));
    await db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '1 hour'` })
      .where(eq(sessions.id, first));
    await begin(db, accountId, 'seen last');
    await begin(db, otherAccount);
    assert.deepEqual(
      (await listSessions(db, { accountId })).map(({ userAgent }) => userAgent),
      ['seen last', 'x'.repeat(300)],
    );
  }));

test('that a browser was seen is noted every ten minutes at most', () =>
  withTestTransaction(async (db) => {
    const sessionId = await begin(db, await makeAccount(db));
    const seconds = async () => {
      const [row] = await db
        .select({ ago: sql`extract(epoch from now() - ${sessions.lastSeenAt})`.mapWith(Number) })
        .from(sessions)
        .where(eq(sessions.id, sessionId));
      return row?.ago;
    };
    for (const [before, after] of [
      [599, 599],
      [601, 0],
    ] as const) {
      await db
        .update(sessions)
        .set({ lastSeenAt: sql`now() - make_interval(secs => ${before})` })
        .where(eq(sessions.id, sessionId));
      await readSession(db, { sessionId });
      assert.equal(await seconds(), after);
    }
  }));
