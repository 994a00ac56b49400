import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import { Pool } from 'pg';
import type postgres from 'postgres';
import { applyMigration, type Waiting } from '#lib/db/migrations/apply-migration';
import { createMigrationsTable, readKnownMigrations } from '#lib/db/migrations/known-migrations';
import { openSql } from '#lib/db/open-sql';
import { quietLogger } from '#lib/db/quiet-logger';
import { toPgUrl } from '#lib/db/to-pg-url';

const migrationLock = 7_204_100;

/** An upgrade of a database: the tags of its last migration and of the latest one. */
export interface Upgrade {
  from: string;
  to: string;
}

/** A newer or unknown version of Longhand last migrated the database. */
export class UnknownSchema extends Error {}

/**
 * Migrates our tables and the queue's. Concurrent processes take turns, and the tables stay usable. If an earlier
 * version has left data, awaits `beforeUpgrade` first; if that throws, nothing is migrated. `signal` closes the
 * connection, and the migration fails. Throws `UnknownSchema` on the database of a later version, unchanged; throws
 * `TablesLocked`.
 */
export async function migrate(
  databaseUrl: string,
  {
    beforeUpgrade = async () => {},
    signal,
    ...waiting
  }: { beforeUpgrade?: (upgrade: Upgrade) => Promise<void>; signal?: AbortSignal } & Waiting = {},
): Promise<void> {
  const sql = openSql(databaseUrl, { max: 1, onnotice: () => {}, backoff: () => 0.3 });
  const cut = () => void sql.end({ timeout: 0 });
  signal?.addEventListener('abort', cut);
  try {
    await takeTurn(sql);
    const upgrade = await findUpgrade(sql);
    if (upgrade !== undefined) await beforeUpgrade(upgrade);
    for (const statement of createMigrationsTable) await sql.unsafe(statement);
    for (const migration of readKnownMigrations()) await applyMigration(sql, migration, waiting);
    signal?.throwIfAborted();
    await migrateQueue(databaseUrl);
  } finally {
    signal?.removeEventListener('abort', cut);
    await sql.end();
  }
}

/** Polls, because waiting in a query would block concurrent index builds, which wait for that query. */
async function takeTurn(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [lock] = await sql`select pg_try_advisory_lock(${migrationLock}) as "isOurs"`;
    if (lock?.['isOurs'] === true) return;
    await sleep(200);
  }
}

/** The queue's functions that find tasks by key. */
const findByKey = ['add_jobs(graphile_worker.job_spec[], boolean)', 'remove_job(text)'];

/** Migrates the queue's own tables and functions. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const pgPool = new Pool({ connectionString: await toPgUrl(databaseUrl) });
  // An unhandled error of a lost connection would crash the process; operations on the connection fail separately.
  pgPool.on('error', () => {});
  pgPool.on('connect', (client) => client.on('error', () => {}));
  try {
    await runMigrations({ pgPool, logger: quietLogger });
  } finally {
    await pgPool.end();
  }
  const sql = openSql(databaseUrl, { max: 1 });
  try {
    for (const name of findByKey) {
      // Connections cache their first plans, which would scan the whole queue if made while it is empty.
      await sql.unsafe(`alter function graphile_worker.${name} set enable_seqscan = off`);
    }
  } finally {
    await sql.end();
  }
}

/** Finds the pending upgrade; undefined if there is none, or no data yet. */
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
  if (to === undefined || to === from) return undefined;
  // An interrupted first start leaves some tables, but nothing that could be lost.
  const [account] = await sql`select from accounts limit 1`;
  return account && { from: from.tag, to: to.tag };
}
