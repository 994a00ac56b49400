import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { createAccount } from '#lib/accounts/create-account';
import { connect } from '#lib/db/connect';
import { childProcesses } from './child-processes';
import { recognizeAs, startOpenAiServer } from './openai-server';
import { nearestClip, readClips } from './speech';
import { createDatabase } from './test-database';
import { waitFor } from './wait';

/** An account made by a test, with its password and its first key. */
export interface TestAccount {
  id: string;
  email: string;
  password: string;
  apiKey: string;
}

/** A running Longhand, limited to what suites may share: the real `npm start`. */
export interface SharedLonghand {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  sql: postgres.Sql;
  /** Returns everything that the service has printed so far. */
  output(): string;
  createAccount(balanceCents?: number): Promise<TestAccount>;
  /** Waits for a process that runs this script, such as `lib/worker/main.js`, and returns its id. */
  findPid(script: string): Promise<number>;
  /** Leaves a shared service running; ends a test's own service, and removes all its data. */
  stop(): Promise<void>;
}

/** A Longhand of a test's own, with its own database, folder, and port. */
export interface Longhand extends SharedLonghand {
  supervisorPid(): number;
  /** Ends the service with this signal, and waits for its exit. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Kills all its processes at once and waits for their exit: no request is answered, and no task finished. */
  kill(): Promise<void>;
  /** Restarts the service, on the same port and data. */
  startAgain(): Promise<void>;
  /** Returns the file that its output goes to, until it is restarted. */
  logFile(): string;
}

/** A running supervisor. */
export interface Launched {
  pid: number;
  /** The file that it and its processes print to. */
  logFile: string;
  /** Returns everything that it and its processes have printed so far. */
  output(): string;
  /** Sends the signal, and waits for its exit. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Removes the log file. */
  forget(): void;
}

/**
 * Starts Longhand from the built sources, and waits until it is ready. Its database is created in the PostgreSQL of
 * this test run, unless `server` names another.
 */
export async function startLonghand(
  settings: Record<string, string> = {},
  { server = process.env['TEST_DATABASE_URL'] }: { server?: string } = {},
): Promise<Longhand> {
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests with `npm test`.');
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-test-'));
  const database = await createDatabase(server);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    DATABASE_URL: database.url,
    LONGHAND_DATA_DIR: dataDir,
    PORT: String(port),
    LONGHAND_LOG_LEVEL: 'debug',
    // Downloads no model.
    LONGHAND_MODEL: 'pocketsphinx',
    // Waiting tests poll more often than a client should.
    LONGHAND_REQUESTS_PER_MINUTE: '100000',
    ...settings,
  };
  let running = await launch(environment);
  const open = openDatabase(database.url);
  const longhand: Longhand = {
    ...open.members,
    baseUrl,
    dataDir,
    output: () => running.output(),
    findPid: (script) => findProcess(running.pid, script),
    supervisorPid: () => running.pid,
    logFile: () => running.logFile,
    end: (signal) => running.end(signal),
    kill: () => killAll(running),
    async startAgain() {
      running.forget();
      running = await launch(environment);
    },
    async stop() {
      services.delete(longhand);
      await running.end('SIGTERM');
      running.forget();
      await open.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  services.add(longhand);
  return longhand;
}

/** The services that tests of this process currently use. */
export const services = new Set<Pick<SharedLonghand, 'output'>>();

/** Data with which tests in several processes find a shared service, as JSON in `LONGHAND_TEST_SHARED`. */
interface Shared {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  pid: number;
  logFile: string;
}

/**
 * Starts a service as suites share it, with instant recognition: a scripted server returns the words of the clip with
 * the nearest length. PocketSphinx is available too, for jobs that request it.
 */
async function startScripted(): Promise<Longhand> {
  const clips = await readClips();
  const server = await startOpenAiServer();
  server.always(recognizeAs('words', ({ seconds }) => nearestClip(clips, seconds).words));
  try {
    const longhand = await startLonghand({
      LONGHAND_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32',
      LONGHAND_ALLOW_PORTS: '1-65535',
      LONGHAND_OPENAI_URLS: server.url,
    });
    const stop = async () => {
      await longhand.stop();
      await server.stop();
    };
    return { ...longhand, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Returns the service that the runner has started for all suites that neither end it nor need special settings, or one
 * of the test's own if there is none. Other suites use it at the same time: a test may only look at data of an account
 * that it has made.
 */
export async function useLonghand(): Promise<SharedLonghand> {
  const shared = process.env['LONGHAND_TEST_SHARED'];
  if (shared === undefined) return startScripted();
  const { baseUrl, dataDir, databaseUrl, pid, logFile } = JSON.parse(shared) as Shared;
  const open = openDatabase(databaseUrl);
  const longhand: SharedLonghand = {
    ...open.members,
    baseUrl,
    dataDir,
    output: () => readLines(logFile),
    findPid: (script) => findProcess(pid, script),
    async stop() {
      services.delete(longhand);
      await open.close();
    },
  };
  services.add(longhand);
  return longhand;
}

/** Starts the service that suites share; `shared` tells them how to find it. */
export async function startSharedLonghand(): Promise<{ shared: string; stop(): Promise<void> }> {
  const longhand = await startScripted();
  const { baseUrl, dataDir, databaseUrl } = longhand;
  const shared: Shared = {
    baseUrl,
    dataDir,
    databaseUrl,
    pid: longhand.supervisorPid(),
    logFile: longhand.logFile(),
  };
  return { shared: JSON.stringify(shared), stop: () => longhand.stop() };
}

/** Opens a database, and returns it with a function that makes accounts in it. */
export function openDatabase(databaseUrl: string): {
  members: Pick<SharedLonghand, 'databaseUrl' | 'sql' | 'createAccount'>;
  close(): Promise<void>;
} {
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => {} });
  const { db, close } = connect(databaseUrl, { max: 2 });
  const createOne = (balanceCents = 100_00) =>
    createAccount(db, { email: `person-${randomBytes(4).toString('hex')}@longhand.example`, balanceCents });
  return {
    members: { databaseUrl, sql, createAccount: createOne },
    close: async () => {
      await Promise.all([sql.end(), close()]);
    },
  };
}

const findProcess = (parent: number, script: string): Promise<number> =>
  waitFor(`a process of ${script}`, () => findChild(parent, script));

/** Waits until no recording is being processed: storage then has its final contents. */
export async function worksOnNothing({ sql }: Pick<Longhand, 'sql'>): Promise<void> {
  await waitFor('the end of all work', async () => {
    const tasks = await sql`
      select id from graphile_worker.jobs where task_identifier in ('transcribe-job', 'render-media', 'encode-picture', 'join-picture') limit 1`;
    return tasks.length === 0 ? true : undefined;
  });
}

/** Kills the supervisor first, so that it restarts none of its processes; each of these leads its own process group. */
async function killAll(running: Launched): Promise<void> {
  const leaders = childProcesses('', running.pid);
  await running.end('SIGKILL');
  for (const leader of leaders) killGroup(leader);
  await waitFor('the end of all processes', async () => {
    for (const leader of leaders) if (await isAlive(leader)) return undefined;
    return true;
  });
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Without its supervisor the process has already ended.
  }
}

/** Returns true if the process exists and is no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) Z /.test(stat);
}

/** The folders with the services' logs: no test needs them after its process has ended. */
const logFolders = new Set<string>();
process.once('exit', () => logFolders.forEach(removeFolder));

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Runs the program of `npm start` with exactly these variables, and waits until it reports that it is ready. */
export async function launch(
  environment: NodeJS.ProcessEnv,
  { enter = [] }: { enter?: string[] } = {},
): Promise<Launched> {
  const folder = mkdtempSync(path.join(tmpdir(), 'longhand-log-'));
  logFolders.add(folder);
  const logFile = path.join(folder, 'service.log');
  const log = openSync(logFile, 'a');
  const [program, ...parameters] = [...enter, process.execPath, 'bin/cli.mjs', 'start'];
  const child: ChildProcess = spawn(program, parameters, {
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const output = () => readLines(logFile);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the service did not start');
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output()}`);
    return output().includes('Longhand is ready') ? true : undefined;
  };
  try {
    await waitFor('the service to be ready', isReady);
  } catch (error) {
    child.kill('SIGTERM');
    throw error;
  }
  return {
    pid,
    logFile,
    output,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
    forget: () => {
      logFolders.delete(folder);
      removeFolder(folder);
    },
  };
}

/** Returns the log of a service, without an incomplete last line. */
function readLines(logFile: string): string {
  const text = readFileSync(logFile, 'utf8');
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

const givenPorts = new Set<number>();

/**
 * Returns a free port, a different one each time; with `count`, the first of that many in a row. It is outside the
 * range of the system's ephemeral ports, and concurrent test processes mostly use different ranges, so that nothing
 * else takes it meanwhile.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    // A range of a hundred ports; the next range once half of it was used.
    const range = (process.pid + Math.floor(givenPorts.size / 50)) % 127;
    const first = 20_000 + 100 * range + randomInt(100 - count);
    const ports = Array.from({ length: count }, (_, i) => first + i);
    if (ports.some((port) => givenPorts.has(port)) || !(await areFree(ports))) continue;
    for (const port of ports) givenPorts.add(port);
    return first;
  }
}

async function areFree(ports: readonly number[]): Promise<boolean> {
  return (await Promise.all(ports.map(isFree))).every(Boolean);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

async function findChild(parent: number, script: string): Promise<number | undefined> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]) !== parent || / Z /.test(stat)) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(script)) return Number(entry);
  }
  return undefined;
}
