import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import { runMigrations } from 'graphile-worker';
import postgres from 'postgres';
import { migrationsFolder, readKnownMigrations } from '#lib/db/known-migrations';
import { quietLogger } from '#lib/db/quiet-logger';

const migrationLock = 7_204_100;

/** What is about to be done to a database that has been migrated before: the tags of its last migration and of the last one to come. */
export interface Upgrade {
  from: string;
  to: string;
}

/** The database was last migrated by a version of Longhand that this one doesn't know. */
export class UnknownSchema extends Error {}

/**
 * Brings our tables and the queue's up to date. Any number of processes may call it at once: the migrator has no
 * lock of its own, so they take turns on an advisory lock. `beforeUpgrade` is awaited first where an earlier version has
 * left data; when it throws, nothing is migrated. Throws `UnknownSchema` and changes nothing on the database of a later version.
 */
export async function migrate(
  databaseUrl: string,
  { beforeUpgrade = async () => {} }: { beforeUpgrade?: (upgrade: Upgrade) => Promise<void> } = {},
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {}, backoff: () => 0.3 });
  try {
    await sql`select pg_advisory_lock(${migrationLock})`;
    const upgrade = await findUpgrade(sql);
    if (upgrade !== undefined) await beforeUpgrade(upgrade);
    await applyMigrations(drizzle(sql), { migrationsFolder });
    await migrateQueue(databaseUrl);
  } finally {
    await sql.end();
  }
}

/** Brings the queue's own tables up to date. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: quietLogger });
}

/** What the migrations to come change; undefined where there are none, or where there is no data yet. */
async function findUpgrade(sql: postgres.Sql): Promise<Upgrade | undefined> {
  const [table] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`;
  if (table?.['isThere'] !== true) return undefined;
  const [latest] = await sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`;
  if (typeof latest?.['at'] !== 'string') return undefined;
  const appliedAt = Number(latest['at']);
  const known = readKnownMigrations();
  const from = known.find(({ madeAt }) => madeAt === appliedAt);
  if (from === undefined) {
    throw new UnknownSchema(
      'the database was last migrated by a version of Longhand that this one doesn’t know',
    );
  }
  const to = known.at(-1);
  return to === undefined || to === from ? undefined : { from: from.tag, to: to.tag };
}
