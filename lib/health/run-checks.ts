import { sql } from 'drizzle-orm';
import { withTimeout } from '#lib/health/refresh-gauge';
import { log } from '#lib/settings/log';
import { connect, type Connection, type Db, type Tx } from '#lib/db/connect';
import { env } from '#lib/settings/env';

let connection: Connection | undefined;

/** A check of a dependency. Its reasons are public: they contain no address and no secret. */
export interface Check {
  /** Returns why the dependency doesn't work; undefined if it does. */
  findFault: () => Promise<string | undefined>;
  /** Reported if the check throws or times out. */
  unknown: string;
}

/** The result of a check. */
export type CheckResult = { status: 'ok' } | { status: 'failed'; reason: string };

/** Creates a function that runs checks in parallel within `timeoutMs`, one run at a time, logging changes. */
export function createChecks<Name extends string>(
  checks: Record<Name, Check>,
  { timeoutMs }: { timeoutMs: number },
): () => Promise<Record<Name, CheckResult>> {
  const names = Object.keys(checks) as Name[];
  const runs = names.map((name) => {
    const run = createRun(name, checks[name], timeoutMs);
    return async () => [name, await run()] as const;
  });
  return async () =>
    Object.fromEntries(await Promise.all(runs.map((run) => run()))) as Record<Name, CheckResult>;
}

function createRun(name: string, check: Check, timeoutMs: number) {
  let running: Promise<string | undefined> | undefined;
  let status: CheckResult['status'] = 'ok';
  return async (): Promise<CheckResult> => {
    running ??= check.findFault().finally(() => {
      running = undefined;
    });
    let cause: unknown;
    const reason = await withTimeout(timeoutMs, running).catch((error: unknown) => {
      cause = error;
      return check.unknown;
    });
    const result: CheckResult = reason === undefined ? { status: 'ok' } : { status: 'failed', reason };
    if (result.status !== status) {
      status = result.status;
      if (status === 'ok') log().info({ check: name }, 'readiness check passes again');
      else log().warn({ check: name, reason, err: cause }, 'readiness check failed');
    }
    return result;
  };
}

/** Returns the database for monitoring, with its own connections: it responds even when requests wait for theirs. */
export function healthDatabase(): Db {
  const { databaseUrl } = env();
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: start Longhand with `npm start`.');
  connection ??= connect(databaseUrl, { max: 2 });
  return connection.db;
}

/** Runs statements in a transaction with PostgreSQL's statement timeout. */
export async function withStatementTimeout<T>(
  db: Db,
  milliseconds: number,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`);
    return work(tx);
  });
}
