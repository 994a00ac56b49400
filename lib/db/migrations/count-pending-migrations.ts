import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from '#lib/db/connect';

/** Creation times of this process's migrations, in milliseconds. */
let known: readonly number[] | undefined;

/** Counts this version's migrations that the database lacks. Throws if it has never been migrated. */
export async function countPendingMigrations(db: Db): Promise<number> {
  known ??= readMigrationFiles({ migrationsFolder: 'drizzle/migrations' }).map(
    ({ folderMillis }) => folderMillis,
  );
  const [latest] = await db.execute<{ created_at: string | null }>(
    sql`select max(created_at)::text as created_at from drizzle.__drizzle_migrations`,
  );
  const applied = Number(latest?.created_at ?? 0);
  return known.filter((madeAt) => madeAt > applied).length;
}
