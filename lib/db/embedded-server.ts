import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { open, readFile, rm, stat, truncate } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from '#lib/db/embedded-binaries';
import { cleanEnvironment } from '#lib/db/embedded-cluster';
import { runAs, type SystemUser } from '#lib/db/embedded-user';

const maxLogBytes = 10 * 1024 ** 2;
/** Time limit without progress for a starting PostgreSQL. */
const startsWithinMs = 60_000;
const sayEveryMs = 15_000;

/** The postmaster.pid of a cluster whose PostgreSQL is alive. */
export interface RunningServer {
  pid: number;
  port: number;
  state: string;
}

/** Finds the PostgreSQL running on this cluster, regardless of who started it; undefined if there is none. */
export function runningServer(folder: string): RunningServer | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number(lines[0]);
  if (!isAlive(pid) || !readCommand(pid).includes('postgres')) return undefined;
  return { pid, port: Number(lines[3]), state: (lines[7] ?? '').trim() };
}

/** Stops the PostgreSQL of an earlier, killed Longhand, unless it belongs to another container (`isOurs` is false). */
export async function stopOrphan(folder: string, { isOurs }: { isOurs: boolean }): Promise<void> {
  const orphan = isOurs ? runningServer(folder) : undefined;
  if (orphan) return stopServer(orphan.pid, () => !isAlive(orphan.pid));
  // Another program may have the PID of a dead PostgreSQL by now, and the next one would refuse to start.
  const pidFile = path.join(folder, 'postmaster.pid');
  if (existsSync(pidFile) && isAlive(Number.parseInt(readFileSync(pidFile, 'utf8'), 10))) await rm(pidFile);
}

/** Disconnects all clients and shuts PostgreSQL down; kills it after 15 s. */
export async function stopServer(pid: number, ended: () => boolean): Promise<void> {
  const steps = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const;
  for (const [signal, timeoutMs] of steps) {
    if (ended()) return;
    kill(pid, signal);
    const end = performance.now() + timeoutMs;
    while (!ended() && performance.now() < end) await sleep(20);
  }
}

/** Why PostgreSQL couldn't be started; `retry` says what may help. */
export interface Refused {
  retry: 'another port' | 'later' | 'never';
  log: string;
}

/** Starts PostgreSQL in its own process group, and waits for connections. Throws the signal's reason once stopped. */
export async function startServer(at: {
  binaries: Binaries;
  user: SystemUser | undefined;
  folder: string;
  logFile: string;
  port: number;
  settings: Record<string, string | number>;
  say?: (line: string) => void;
  signal?: AbortSignal | undefined;
}): Promise<ChildProcess | Refused> {
  const { size } = await stat(at.logFile).catch(() => ({ size: 0 }));
  if (size > maxLogBytes) await truncate(at.logFile);
  const logStart = size > maxLogBytes ? 0 : size;
  const log = await open(at.logFile, 'a', 0o600);
  const settings = Object.entries({ ...at.settings, port: at.port });
  const options = settings.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(at.binaries.folder, 'bin', 'postgres'), ['-D', at.folder, ...options], {
    cwd: at.folder,
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    ...runAs(at.user),
  });
  await log.close();
  const failed = new AbortController();
  child.once('error', (error) => failed.abort(error));
  let end = performance.now() + startsWithinMs;
  let sayAt = performance.now() + sayEveryMs;
  while (!failed.signal.aborted && !at.signal?.aborted && !hasEnded(child) && performance.now() < end) {
    const running = runningServer(at.folder);
    const state = running?.pid === child.pid ? running?.state : undefined;
    if (state === 'ready') return child;
    if (state === 'starting') {
      // Stopping it would restart its recovery.
      end = performance.now() + startsWithinMs;
      if (performance.now() > sayAt) {
        at.say?.('PostgreSQL is recovering…');
        sayAt = performance.now() + sayEveryMs;
      }
    }
    await sleep(10);
  }
  if (at.signal?.aborted && child.pid !== undefined) await stopServer(child.pid, () => hasEnded(child));
  at.signal?.throwIfAborted();
  const wasKilled = child.signalCode !== null;
  if (child.pid !== undefined) kill(-child.pid, 'SIGKILL');
  const text = failed.signal.aborted
    ? String(failed.signal.reason)
    : (await readFile(at.logFile)).subarray(logStart).toString();
  return { retry: wasKilled ? 'later' : whatMayHelp(text), log: text.trim() };
}

/** True if the process has exited, with a code or by a signal. */
export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function whatMayHelp(log: string): Refused['retry'] {
  if (log.includes('Address already in use')) return 'another port';
  // The last processes of a killed PostgreSQL are still exiting.
  if (/pre-existing shared memory block|database system is (starting up|in use)/.test(log)) return 'later';
  return 'never';
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has exited.
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  }
}
