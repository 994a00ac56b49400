import type { Tx } from '#lib/db/connect';
import { sharedDatabase } from './shared-database';

/** Thrown to end a transaction without a trace. */
class RolledBack extends Error {}

/**
 * Runs the body in a transaction that is rolled back at its end, whatever it did, in a database that all tests of this
 * process share. Verbs that begin a transaction get a savepoint in it. Its `now()` stands still, and nobody else sees its
 * rows: what races takes the `sharedDatabase`, what listens a `testDatabase` of its own.
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
