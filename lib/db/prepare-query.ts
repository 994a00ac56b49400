import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#lib/db/connect';

/**
 * Makes a query once for each database handle, for one that is asked very often: neither we nor PostgreSQL build it
 * each time. `make` ends in `prepare(name)`; what differs from call to call is a `sql.placeholder`. In a transaction it is
 * made again, and PostgreSQL still knows it.
 */
export function prepareQuery<Prepared>(make: (db: Db | Tx) => Prepared): (db: Db | Tx) => Prepared {
  const made = new WeakMap<Db | Tx, Prepared>();
  return (db) => {
    const known = made.get(db);
    if (known !== undefined) return known;
    const prepared = make(db);
    made.set(db, prepared);
    return prepared;
  };
}

/** Calls a function of PostgreSQL once, by a statement that each connection prepares at its first use and keeps. */
export async function selectPrepared(db: Db | Tx, name: string, call: SQL): Promise<void> {
  await db
    .select({ called: call })
    .from(sql`(values (1)) as once`)
    .prepare(name)
    .execute();
}
