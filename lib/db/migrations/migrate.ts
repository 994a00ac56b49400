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

/** An upgrade of a database: the tags of its last migration and of the last one to come. */
export interface Upgrade {
  from: string;
  to: string;
}

/** The database was last migrated by a version of Longhand that this one doesn't know. */
export class UnknownSchema extends Error {}

/**
 * Brings our tables and the queue's up to date. Any number of processes may call it at once: they take turns. The tables
 * can be used meanwhile. `beforeUpgrade` is awaited first where an earlier version has left data; when it throws, nothing
 * is migrated. `signal` cuts the connection, and what is under way fails. Throws `UnknownSchema` and changes nothing on the database of a later version; throws `TablesLocked`.
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

/** By asking again: one that waited in a query would keep an index from being built concurrently, for which its turn waits. */
async function takeTurn(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [lock] = await sql`select pg_try_advisory_lock(${migrationLock}) as "isOurs"`;
    if (lock?.['isOurs'] === true) return;
    await sleep(200);
  }
}

/** The queue's functions that find tasks by their key. */
const findByKey = ['add_jobs(graphile_worker.job_spec[], boolean)', 'remove_job(text)'];

/** Brings the queue's own tables and functions up to date. */
export async function migrateQueue(databaseUrl: string): Promise<void> {
  const pgPool = new Pool({ connectionString: await toPgUrl(databaseUrl) });
  // An unheard error of a lost connection would end the process. Whatever needed the connection fails on its own.
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
      // A connection keeps its first plans. Made while the queue is empty, they would read the whole queue at each call.
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
  return to === undefined || to === from ? undefined : { from: from.tag, to: to.tag };
}
