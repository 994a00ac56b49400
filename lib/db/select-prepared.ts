import { sql, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '#lib/db/connect';

/** Calls a function of PostgreSQL once, by a statement that each connection prepares at its first use and keeps. */
export async function selectPrepared(db: Db | Tx, name: string, call: SQL): Promise<void> {
  await db
    .select({ called: call })
    .from(sql`(values (1)) as once`)
    .prepare(name)
    .execute();
}
