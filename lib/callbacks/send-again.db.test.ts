import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { callbackHosts, callbacks } from '#drizzle/schema/callbacks';
import { answered, makeCallback, readCallbackRow } from '#e2e/support/make-callback';
import { sharedDatabase } from '#e2e/support/shared-database';
import { waitFor } from '#e2e/support/wait';
import { recordAttempt } from '#lib/callbacks/record-attempt';
import { sendAgain } from '#lib/callbacks/send-again';

test('a callback that is asked for while an attempt is recorded waits for it, and begins anew', async () => {
  const { db, sql, close } = await sharedDatabase();
  try {
    const made = await makeCallback(db);
    const { accountId, jobId, queue } = made;
    await recordAttempt(db, { callback: made.callback, queue, attempt: answered(503) });
    let asked: Promise<void> | undefined;
    // Locks like `recordAttempt`.
    await db.transaction(async (tx) => {
      await tx.select().from(callbacks).where(eq(callbacks.jobId, jobId)).for('update');
      asked = sendAgain(db, { accountId, jobId });
      asked.catch(() => {});
      await waitFor('it to wait for the callback', async () => {
        const [waits] = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waits;
      });
      await tx.update(callbackHosts).set({ failuresInARow: 2 }).where(eq(callbackHosts.accountId, accountId));
    });
    await asked;
    assert.equal((await readCallbackRow(db, jobId)).round, made.callback.round + 1);
  } finally {
    await close();
  }
});
