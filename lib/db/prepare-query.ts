import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#lib/db/connect';

/**
 * Prepares a frequent query once per database handle, so that neither we nor PostgreSQL build it each time. `make` ends
 * in `prepare(name)`; values that vary are `sql.placeholder`s. A transaction prepares it again, and PostgreSQL reuses
 * it.
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

/** Calls a function of PostgreSQL, by a statement that each connection prepares once. */
export async function selectPrepared(db: Db | Tx, name: string, call: SQL): Promise<void> {
  await db
    .select({ called: call })
    .from(sql`(values (1)) as once`)
    .prepare(name)
    .execute();
}
