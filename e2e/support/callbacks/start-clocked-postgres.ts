import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { embeddedBinaries } from '#lib/db/embedded-binaries';
import { startEmbeddedPostgres } from '#lib/db/embedded-postgres';
import { hasEnded, startServer, stopServer } from '#lib/db/embedded-server';
import { embeddedUser } from '#lib/db/embedded-user';
import { freePort } from '#e2e/support/start-longhand';
import type { Clock } from './start-clock';

/** Starts a PostgreSQL that lives by the clock: its `now()` moves with it. */
export async function startClockedPostgres(clock: Clock): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-clocked-database-'));
  // PostgreSQL's user must be able to enter it, and read what is in it, when we are root.
  await chmod(dataDir, 0o755);
  const made = await startEmbeddedPostgres({ dataDir, durability: 'none' });
  await made.stop();
  // The port that it had may be taken by now.
  const port = await freePort();
  const url = new URL(made.url);
  url.port = String(port);
  const user = embeddedUser();
  const binaries = await embeddedBinaries({ dataDir, owner: user ? 'root' : 'self' });
  const server = await startServer({
    binaries: { ...binaries, folder: await wrap(binaries.folder, path.join(dataDir, 'clocked'), clock) },
    user,
    folder: made.folder,
    logFile: path.join(dataDir, 'postgres.log'),
    port,
    settings: { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' },
  });
  if ('retry' in server) throw new Error(`PostgreSQL did not start:\n${server.log}`);
  const endWatch = cancelLateLocks(url.href);
  return {
    url: url.href,
    async stop() {
      await endWatch();
      await stopServer(server.pid ?? 0, () => hasEnded(server));
      await rm(made.folder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Cancels each statement that still waits to lock a table when it is looked at for the second time. An alarm that
 * reaches PostgreSQL while libfaketime tells it the time is put off by as much as the clock is ahead: `lock_timeout` can fail.
 */
function cancelLateLocks(url: string): () => Promise<void> {
  const sql = postgres(url, { max: 1 });
  let waiting: number[] = [];
  const look = async (): Promise<void> => {
    const found = await sql<Array<{ pid: number }>>`
      select pid from pg_stat_activity
      where wait_event_type = 'Lock' and ltrim(query) ilike 'lock table%'`;
    const pids = found.map(({ pid }) => pid);
    const late = pids.filter((pid) => waiting.includes(pid));
    waiting = pids;
    if (late.length > 0) await sql`select pg_cancel_backend(pid) from unnest(${late}::int[]) as pid`;
  };
  let looking = Promise.resolve();
  // oxlint-disable-next-line longhand/no-wall-clock -- it stands in for timers of PostgreSQL, and nothing waits for it
  const timer = setInterval(() => void (looking = looking.then(look).catch(() => {})), 1000);
  return async () => {
    clearInterval(timer);
    await looking;
    await sql.end();
  };
}

/** PostgreSQL is given none of our environment, so a program in its place has to bring in the clock's. */
async function wrap(binaries: string, folder: string, { environment }: Clock): Promise<string> {
  const variables = Object.entries(environment.single).map(([name, value]) => `export ${name}='${value}'`);
  const program = path.join(folder, 'bin', 'postgres');
  await mkdir(path.dirname(program), { recursive: true });
  const lines = ['#!/bin/sh', ...variables, `exec '${binaries}/bin/postgres' "$@"`];
  await writeFile(program, `${lines.join('\n')}\n`);
  await chmod(program, 0o755);
  return folder;
}
