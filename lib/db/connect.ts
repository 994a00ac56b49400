import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { openSql } from '#lib/db/open-sql';

/** A database handle. Verbs that take a `Db` join the transaction when given one. */
export type Db = PostgresJsDatabase;

/** A transaction, for verbs that must not run outside one. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];

/** The application_name of our pools' connections. */
export const applicationName = 'longhand';

/** An open connection pool. `close` waits up to five seconds for queries under way. */
export interface Connection {
  db: Db;
  sql: postgres.Sql;
  close: () => Promise<void>;
}

/** Opens a pool of at most `max` connections, idle until the first query. */
export function connect(databaseUrl: string, { max = 10 }: { max?: number } = {}): Connection {
  const sql = openSql(databaseUrl, {
    max,
    // The driver's own backoff takes up to 20 s to reconnect after an outage.
    backoff: () => 0.3,
    onnotice: () => {},
    connection: { application_name: applicationName },
  });
  return { db: drizzle(sql), sql, close: () => sql.end() };
}
