import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readDetails } from '#lib/db/embedded-cluster';
import { readEmbeddedUrl, startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import type { Env } from '#lib/settings/env';
import { isForbidden } from '#bin/is-forbidden.mjs';
import { takeLock, waitForRenewal } from '#bin/process-lock.mjs';
import { printLine, Stop } from '#bin/cli-output.mjs';
import { openSql } from '#lib/db/open-sql';
import { explainConnection } from '#bin/start/explain-connection';

const timeoutMs = 60_000;

/** `mayMake`: true if the command may create an installation, such as a new machine's first account. */
export interface DatabaseOptions {
  mayMake?: boolean;
}

/** Runs a command with the database's URL, from DATABASE_URL or embedded, started if needed. Stops without one. */
export async function withDatabaseUrl<T>(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  run: (url: string) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  printLocation({ databaseUrl, dataDir });
  if (databaseUrl) await checkDatabase(databaseUrl);
  const { url, leave } = databaseUrl
    ? { url: databaseUrl, leave: async () => {} }
    : await findDatabase(dataDir, options);
  try {
    return await run(url);
  } finally {
    await leave();
  }
}

interface Found {
  url: string;
  leave: () => Promise<void>;
}

async function findDatabase(dataDir: string, options: DatabaseOptions): Promise<Found> {
  try {
    return await embeddedDatabase(dataDir, options);
  } catch (error) {
    if (!isForbidden(error)) throw error;
    throw new Stop(
      `No permission to use the data in ${dataDir}: ${(error as Error).message}. Run the command as the service's user.`,
    );
  }
}

/** Returns the service's database if it holds the data folder; else holds it, one command at a time. */
async function embeddedDatabase(dataDir: string, { mayMake = false }: DatabaseOptions): Promise<Found> {
  const file = path.join(dataDir, 'longhand.lock');
  // A starting service may be creating it right now.
  if (!mayMake && !existsSync(file)) await checkInstallation(dataDir);
  const giveUpAt = performance.now() + timeoutMs;
  while (performance.now() < giveUpAt) {
    const taken = await takeLock(file, 'command');
    if ('lock' in taken) return borrowDatabase(dataDir, { lock: taken.lock, mayMake });
    const { purpose, isElsewhere, host } = taken.holder;
    if (purpose === 'service' && isElsewhere && (await waitForRenewal(file))) {
      throw new Stop(
        `Longhand is running with the data in ${dataDir}, in another container or on another machine (${host}). ` +
          `Run the command there, such as: docker exec ${host} node bin/cli.mjs ${process.argv[2] ?? 'account'} …`,
      );
    }
    if (purpose === 'service' && !isElsewhere) {
      const url = await readEmbeddedUrl(dataDir);
      if (url) return { url, leave: async () => {} };
    }
    await sleep(100);
  }
  throw new Stop(`The database in ${dataDir} didn't start within a minute.`);
}

async function borrowDatabase(
  dataDir: string,
  { lock, mayMake }: { lock: { release: () => void }; mayMake: boolean },
): Promise<Found> {
  try {
    if (!mayMake) await checkInstallation(dataDir);
    const server = await startEmbeddedPostgres({ dataDir, say: printLine });
    const leave = async () => {
      await server.stop();
      lock.release();
    };
    return { url: server.url, leave };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function checkInstallation(dataDir: string): Promise<void> {
  if ((await readDetails(dataDir)) !== undefined) return;
  throw new Stop(
    `No installation found in ${dataDir}. Set LONGHAND_DATA_DIR to the data folder of the service, and DATABASE_URL if it has one.`,
  );
}

/** Prints which installation a command uses: without the service's settings, it would be another one. */
export function printLocation({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl === undefined) return printLine(`Data folder: ${dataDir}`);
  const { hostname, pathname } = new URL(databaseUrl);
  printLine(`Data folder: ${dataDir}, database: ${pathname.slice(1)} on ${hostname}`);
}

/** Stops unless the operator's database accepts our connections. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  try {
    const sql = openSql(databaseUrl, { max: 1, onnotice: () => {} });
    await sql`select 1`.finally(() => sql.end());
  } catch (error) {
    throw explainConnection(error) ?? error;
  }
}
