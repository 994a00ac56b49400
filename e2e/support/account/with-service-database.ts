import { connect, type Db } from '#lib/db/connect';
import type { SharedLonghand } from '#e2e/support/start-longhand';

/** Runs a function on a service's database, beside the service. */
export async function withServiceDatabase<Value>(
  { databaseUrl }: Pick<SharedLonghand, 'databaseUrl'>,
  run: (db: Db) => Promise<Value>,
): Promise<Value> {
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    return await run(db);
  } finally {
    await close();
  }
}
