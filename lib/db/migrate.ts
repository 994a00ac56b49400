import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import { runMigrations as migrateQueue } from 'graphile-worker';
import postgres from 'postgres';
import { quietLogger } from '#lib/db/quiet-logger';

const migrationLock = 7_204_100;

/**
 * Brings our tables and the queue's up to date. Any number of processes may call it at once: the migrator has no
 * lock of its own, so they take turns on an advisory lock.
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, backoff: () => 0.3 });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    await applyMigrations(drizzle(sql), { migrationsFolder: 'drizzle/migrations' });
    await migrateQueue({ connectionString: databaseUrl, logger: quietLogger });
  } finally {
    await sql.end();
  }
}
