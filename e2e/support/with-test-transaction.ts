import type { Tx } from '#lib/db/connect';
import { sharedDatabase } from './shared-database';

/** Thrown to roll back a transaction. */
class RolledBack extends Error {}

/**
 * Runs the body in a transaction that is always rolled back, in a database that all tests of this process share.
 * Functions that begin a transaction get a savepoint in it. Its `now()` does not advance, and no other connection sees
 * its rows: tests of races use the `sharedDatabase`, tests that listen a `testDatabase` of their own.
 */
export async function withTestTransaction(body: (db: Tx) => Promise<void>): Promise<void> {
  const { db } = await sharedDatabase();
  try {
    await db.transaction(async (tx) => {
      await body(tx);
      throw new RolledBack('the test is over');
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
