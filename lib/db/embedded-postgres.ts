import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedBinaries } from '#lib/db/embedded-binaries';
import {
  clusterFolder,
  clusterOwner,
  ensureCluster,
  readDetails,
  writeDetails,
  type ClusterDetails,
} from '#lib/db/embedded-cluster';
import { hasEnded, runningServer, startServer, stopOrphan, stopServer } from '#lib/db/embedded-server';
import { serviceRole, setUpDatabase } from '#lib/db/embedded-database';
import { embeddedUser } from '#lib/db/embedded-user';
import { findOutage } from '#lib/outage';
import { getPidNamespace } from '#lib/db/pid-namespace.mjs';
import { unlessAborted } from '#lib/db/unless-aborted';

/*
 * The database of an installation that brings none of its own: PostgreSQL on loopback, with its files, port and
 * password in the data folder. It belongs to the process that started it and is stopped with it; one that a killed process
 * left behind is stopped by the next start.
 */

const modestSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '64MB',
  max_connections: 100,
  // A container's /dev/shm is often too small for parallel queries.
  max_parallel_workers_per_gather: 0,
  log_checkpoints: 'off',
};

const settingsByDurability = {
  full: modestSettings,
  none: {
    ...modestSettings,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 400,
  },
};

/** Time during which a PostgreSQL that ends or doesn't answer is started and asked again. */
const triesForMs = 20_000;
const answersWithinMs = 60_000;
/** Time within which the end of a process is noticed after that of its connections. */
const noticedWithinMs = 1000;

/** A running PostgreSQL. */
export interface EmbeddedPostgres {
  /** The address of the database for its owner, with the password: never log it. */
  url: string;
  /** The same for the superuser, as whom no program of Longhand runs. */
  superuserUrl: string;
  /** The folder of its files, which may lie outside the data folder. */
  folder: string;
  pid: number;
  /** Resolves when it has ended, by whatever cause, with a few words on how. */
  ended: Promise<string>;
  /** Disconnects everybody and shuts it down. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of this data folder, making the cluster at the first call, and waits until it answers.
 * Its address stays the same as long as nobody takes its port. `durability: 'none'` is for tests: a power cut would
 * lose data. Only one process at a time may call it for a data folder. One that is killed meanwhile is started again. `signal`
 * cuts the start off, with its reason, and then no PostgreSQL is left.
 */
export async function startEmbeddedPostgres({
  dataDir,
  durability = 'full',
  say: onMessage = () => {},
  signal,
}: {
  dataDir: string;
  durability?: 'full' | 'none';
  say?: (line: string) => void;
  signal?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const user = embeddedUser();
  const binaries = await embeddedBinaries({ dataDir, owner: user ? 'root' : 'self' });
  const details = await ensureCluster(dataDir, { binaries, user, say: onMessage, signal });
  const folder = clusterFolder(dataDir, details);
  await unlessAborted(stopOrphan(folder, { isOurs: isStartedHere(details) }), signal);
  const place = getPidNamespace();
  const logFile = path.join(dataDir, 'postgres.log');
  const server = { binaries, user, folder, logFile, say: onMessage, signal };
  const giveUpAt = performance.now() + triesForMs;
  for (;;) {
    signal?.throwIfAborted();
    const port = await freePort(details.port);
    // Before there is a postmaster.pid, which would otherwise be taken for one of the last place.
    await writeDetails(dataDir, { ...details, port, place });
    const started = await startServer({ ...server, port, settings: settingsByDurability[durability] });
    if (!('retry' in started)) {
      const launched = running(started, { ...details, port }, folder);
      if (await hasDatabase(launched, details.password, signal)) return launched;
    } else if (started.retry === 'never' || performance.now() > giveUpAt) {
      throw new Error(`PostgreSQL did not start:\n${started.log}`);
    }
    if (performance.now() > giveUpAt)
      throw new Error(`PostgreSQL exits right after it starts: see ${logFile}`);
    await sleep(100);
  }
}

/** Makes sure of the database: false where the server has ended meanwhile. It is stopped when that fails. */
async function hasDatabase(
  server: EmbeddedPostgres,
  password: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const giveUpAt = performance.now() + answersWithinMs;
  try {
    for (;;) {
      signal?.throwIfAborted();
      try {
        await setUpDatabase(server.superuserUrl, { password, signal });
        return true;
      } catch (error) {
        if (await endsWithin(server, noticedWithinMs)) return false;
        const isAway = findOutage(error)?.reason.kind === 'service-unavailable';
        if (!isAway || performance.now() > giveUpAt) throw error;
      }
    }
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function endsWithin({ ended }: EmbeddedPostgres, milliseconds: number): Promise<boolean> {
  const clock = new AbortController();
  const isLate = sleep(milliseconds, false, { signal: clock.signal }).catch(() => false);
  try {
    return await Promise.race([ended.then(() => true), isLate]);
  } finally {
    clock.abort();
  }
}

/** The address of the PostgreSQL of a running Longhand for this data folder; undefined if none accepts connections. */
export async function readEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const details = await readDetails(dataDir);
  if (!details || !isStartedHere(details)) return undefined;
  const server = runningServer(clusterFolder(dataDir, details));
  return server?.state === 'ready' ? toUrl({ ...details, port: server.port }) : undefined;
}

/** Earlier versions did not say where, and were started here. */
function isStartedHere({ place }: ClusterDetails): boolean {
  return place === undefined || place === getPidNamespace();
}

function toUrl({ password, port }: ClusterDetails, role = serviceRole): string {
  return `postgres://${role}:${password}@127.0.0.1:${port}/${clusterOwner}`;
}

function running(child: ChildProcess, details: ClusterDetails, folder: string): EmbeddedPostgres {
  const { pid } = child;
  if (pid === undefined) throw new Error('PostgreSQL has no process');
  const ended = new Promise<string>((resolve) => {
    const onExit = () => resolve(child.signalCode ?? `exit code ${child.exitCode}`);
    child.once('exit', onExit);
    if (hasEnded(child)) onExit();
  });
  return {
    ...{ url: toUrl(details), superuserUrl: toUrl(details, clusterOwner), folder, pid, ended },
    stop: () => stopServer(pid, () => hasEnded(child)),
  };
}

/** The port asked for when it is free, else any free one: another program may take it before we do. */
async function freePort(wanted: number): Promise<number> {
  const server = createServer();
  const listen = (port: number) =>
    new Promise<number | undefined>((resolve) => {
      server.once('error', () => resolve(undefined));
      server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const port = (await listen(wanted)) ?? (await listen(0));
  await new Promise((resolve) => server.close(resolve));
  if (port === undefined) throw new Error('There is no free port on 127.0.0.1 for PostgreSQL.');
  return port;
}
