import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEmbeddedUrl, startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import type { Env } from '#lib/settings/env';
import { takeLock } from '#bin/process-lock.mjs';
import { printLine, Stop } from '#bin/cli-output.mjs';

const timeoutMs = 60_000;

/**
 * Runs an operator's command with the address of the database, as it is: that of DATABASE_URL, or the running service's
 * embedded one, or the embedded one started for as long as the command takes.
 */
export async function withDatabaseUrl<T>(
  { databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>,
  run: (url: string) => Promise<T>,
): Promise<T> {
  const { url, leave } = databaseUrl
    ? { url: databaseUrl, leave: async () => {} }
    : await embeddedDatabase(dataDir);
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

/** The service's database when it holds the data folder; else we hold it, one command after another. */
async function embeddedDatabase(dataDir: string): Promise<Found> {
  const giveUpAt = Date.now() + timeoutMs;
  while (Date.now() < giveUpAt) {
    const taken = await takeLock(path.join(dataDir, 'longhand.lock'), 'command');
    if ('lock' in taken) return borrowDatabase(dataDir, taken.lock);
    if (taken.holder.purpose === 'service') {
      const url = await readEmbeddedUrl(dataDir);
      if (url) return { url, leave: async () => {} };
    }
    await sleep(100);
  }
  throw new Stop(`The database in ${dataDir} has not come up within a minute.`);
}

async function borrowDatabase(dataDir: string, lock: { release: () => void }): Promise<Found> {
  try {
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
