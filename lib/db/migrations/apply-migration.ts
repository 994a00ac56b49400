import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import type { KnownMigration } from '#lib/db/migrations/known-migrations';

/** A statement that waits for a lock blocks all later ones on the same table. */
const lockTimeoutMs = 1000;

/** A backup holds its locks for minutes. */
const defaultMaxWaitMs = 600_000;

const concurrentIndex = /^\s*create\s+(?:unique\s+)?index\s+concurrently\s+"([^"]+)"/i;

/** Time limit for locking the tables, and a callback for the first wait. */
export interface Waiting {
  lockTimeoutMs?: number;
  maxWaitMs?: number;
  onWait?: () => void;
}

/** A table was locked for longer than a migration waits. */
export class TablesLocked extends Error {}

/**
 * Applies a migration and records it, unless it is recorded already, in one transaction. It retries its locks with a
 * short timeout, so that nothing queues behind it for long. A migration that only builds indexes concurrently can't run
 * in a transaction: it rebuilds invalid indexes of an earlier attempt. Throws `TablesLocked`.
 */
export async function applyMigration(
  sql: postgres.Sql,
  migration: KnownMigration,
  waiting: Waiting = {},
): Promise<void> {
  const indexes = migration.statements.flatMap((statement) => concurrentIndex.exec(statement)?.[1] ?? []);
  if (indexes.length === migration.statements.length) return buildIndexes(sql, migration, indexes);
  await whenUnlocked(() => applyAtOnce(sql, migration, waiting), waiting);
}

/** Returns the statement for a database without other users, whose indexes are built in the transaction. */
export function withoutConcurrency(statement: string): string {
  return concurrentIndex.test(statement) ? statement.replace(/\sconcurrently\s/i, ' ') : statement;
}

async function applyAtOnce(
  sql: postgres.Sql,
  migration: KnownMigration,
  { lockTimeoutMs: timeoutMs = lockTimeoutMs }: Waiting,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(timeoutMs)}, true)`;
    await tx`lock table drizzle.__drizzle_migrations in share row exclusive mode`;
    if (await isApplied(tx, migration)) return;
    for (const statement of migration.statements) await tx.unsafe(statement);
    await noteApplied(tx, migration);
  });
}

async function buildIndexes(sql: postgres.Sql, migration: KnownMigration, names: string[]): Promise<void> {
  if (await isApplied(sql, migration)) return;
  for (const [i, name] of names.entries()) {
    const [index] = await sql<Array<{ isValid: boolean }>>`
      select indisvalid as "isValid" from pg_index where indexrelid = to_regclass(quote_ident(${name}))`;
    if (index?.isValid === true) continue;
    if (index !== undefined) await sql`drop index concurrently ${sql(name)}`;
    await sql.unsafe(migration.statements[i] ?? '');
  }
  await noteApplied(sql, migration);
}

async function isApplied(sql: postgres.ISql, { madeAt }: KnownMigration): Promise<boolean> {
  const rows = await sql`select from drizzle.__drizzle_migrations where created_at >= ${madeAt} limit 1`;
  return rows.length > 0;
}

async function noteApplied(sql: postgres.ISql, { hash, madeAt }: KnownMigration): Promise<void> {
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${madeAt})`;
}

async function whenUnlocked(
  attempt: () => Promise<void>,
  { lockTimeoutMs: timeoutMs = lockTimeoutMs, maxWaitMs = defaultMaxWaitMs, onWait }: Waiting,
): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += 4 * timeoutMs) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (waitedMs >= maxWaitMs) throw new TablesLocked((error as Error).message);
    }
    if (waitedMs === 0) onWait?.();
    await sleep(3 * timeoutMs);
  }
}

/** True if a lock wait exceeded `lock_timeout` (55P03), as reported by the driver or Drizzle. */
export function isLockTimeout(error: unknown): boolean {
  return [error, (error as Error).cause].some(
    (fault) => (fault as { code?: string } | undefined)?.code === '55P03',
  );
}
