import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Db } from '#lib/db/connect';

/** When each migration that this process came with was made, in milliseconds. */
let known: readonly number[] | undefined;

/** Counts the migrations of this process's version that the database lacks. Throws where it has never been migrated. */
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
