import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { makeAccount } from '#e2e/support/make-account';
import { sharedDatabase } from '#e2e/support/shared-database';
import { testDatabase } from '#e2e/support/test-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { maxRefusalsPerHour, recordRefusedSignIn } from '#lib/audit/record-refused-sign-in';

const email = 'ann@longhand.example';
const refusal = {
  method: 'password',
  reason: 'wrong_password',
  from: { address: '192.0.2.7', userAgent: 'a guesser' },
} as const;

test('a refused sign-in is in the log of the account, and one to no account in none', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { email });
    const before = await db.$count(auditEvents);
    await recordRefusedSignIn(db, { email: ' ANN@longhand.example', ...refusal });
    await recordRefusedSignIn(db, { email: 'nobody@longhand.example', ...refusal });
    assert.equal(await db.$count(auditEvents), before + 1);
    const [event] = await db.select().from(auditEvents).where(eq(auditEvents.action, 'session.refused'));
    assert.ok(event !== undefined);
    const { actorKind, actorId, address, userAgent, details } = event;
    assert.deepEqual(
      { accountId: event.accountId, actorKind, actorId, address, userAgent, details },
      {
        accountId,
        actorKind: 'anonymous',
        actorId: null,
        address: '192.0.2.7',
        userAgent: 'a guesser',
        details: { method: 'password', reason: 'wrong_password' },
      },
    );
  }));

test('an account’s log takes so many an hour, however many guess at once', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { email });
    await makeAccount(db, { email: 'ben@longhand.example' });
    const count = () => db.$count(auditEvents, eq(auditEvents.action, 'session.refused'));
    const guesses = Array.from({ length: 3 * maxRefusalsPerHour }, () =>
      recordRefusedSignIn(db, { email, ...refusal }),
    );
    await Promise.all(guesses);
    assert.equal(await count(), maxRefusalsPerHour);
    await recordRefusedSignIn(db, { email: 'ben@longhand.example', ...refusal });
    assert.equal(await count(), maxRefusalsPerHour + 1, 'another account’s log has its own');
    await db
      .update(auditEvents)
      .set({ at: sql`now() - interval '1 hour'` })
      .where(eq(auditEvents.accountId, accountId));
    await recordRefusedSignIn(db, { email, ...refusal });
    assert.equal(await count(), maxRefusalsPerHour + 2, 'an hour later it takes more');
  } finally {
    await close();
  }
});

test('it never fails, also without a database', async () => {
  const { db, close } = await testDatabase();
  await close();
  await recordRefusedSignIn(db, { email, ...refusal });
});
