import { after } from 'node:test';
import type { Connection, Tx } from '#lib/db/connect';
import { testDatabase } from './test-database';

let shared: Promise<Connection> | undefined;
after(async () => {
  await (await shared)?.close();
});

/** Thrown to end a transaction without a trace. */
class RolledBack extends Error {}

/**
 * Runs the body in a transaction that is rolled back at its end, whatever it did, in a database that all tests of this
 * process share. Verbs that begin a transaction get a savepoint in it. Its `now()` stands still, and nobody else sees its
 * rows: what races or listens takes a `testDatabase` of its own.
 */
export async function withTestTransaction(body: (db: Tx) => Promise<void>): Promise<void> {
  shared ??= testDatabase();
  const { db } = await shared;
  try {
    await db.transaction(async (tx) => {
      await body(tx);
      throw new RolledBack('the test is over');
    });
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error;
  }
}
