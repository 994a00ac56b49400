import { sql } from 'drizzle-orm';
import { connect, type Connection, type Db, type Tx } from '#lib/db/connect';
import { env } from '#lib/settings/env';

let connection: Connection | undefined;

/**
 * The database as monitoring asks it, opened at the first call: over connections of its own, so that it answers also where
 * requests wait for theirs, and never takes one of them.
 */
export function healthDatabase(): Db {
  const { databaseUrl } = env();
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: start Longhand with `npm start`.');
  connection ??= connect(databaseUrl, { max: 2 });
  return connection.db;
}

/** Runs statements in a transaction; PostgreSQL itself ends one that takes longer. */
export async function withStatementTimeout<T>(
  db: Db,
  milliseconds: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`);
    return work(tx);
  });
}
