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
 * The database of an installation without its own: PostgreSQL on loopback, with its files, port and password in the
 * data folder. It belongs to the process that started it and stops with it; the next start stops one that a killed
 * process left behind.
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

/** Time limit for restarting a PostgreSQL that exits, and for it to respond. */
const triesForMs = 20_000;
const answersWithinMs = 60_000;
/** Time limit for noticing that a process has exited after its connections were lost. */
const noticedWithinMs = 1000;

/** A running PostgreSQL. */
export interface EmbeddedPostgres {
  /** The database's address for its owner, with the password: never log it. */
  url: string;
  /** The address for the superuser, which no Longhand program uses. */
  superuserUrl: string;
  /** The folder with its files, possibly outside the data folder. */
  folder: string;
  pid: number;
  /** Resolves with a short reason once it has exited, for whatever cause. */
  ended: Promise<string>;
  /** Disconnects all clients and shuts it down. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of this data folder, creating the cluster at the first call, and waits until it responds. Its
 * address stays the same unless another program takes its port. `durability: 'none'` is for tests: a power cut would
 * lose data. Only one process at a time may call it for a data folder. A PostgreSQL killed meanwhile is restarted.
 * `signal` aborts the start with its reason, leaving no PostgreSQL running.
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
    // Written before postmaster.pid exists, which would otherwise seem to be of the last PID namespace.
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

/** Sets up the database. Returns false if the server exits meanwhile; stops the server on failure. */
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

/** Returns the address of this data folder's running PostgreSQL; undefined if none accepts connections. */
export async function readEmbeddedUrl(dataDir: string): Promise<string | undefined> {
  const details = await readDetails(dataDir);
  if (!details || !isStartedHere(details)) return undefined;
  const server = runningServer(clusterFolder(dataDir, details));
  return server?.state === 'ready' ? toUrl({ ...details, port: server.port }) : undefined;
}

/** Earlier versions didn't record the namespace; assume this one. */
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

/** Returns the wanted port if free, else any free one, which another program may still take before PostgreSQL does. */
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
