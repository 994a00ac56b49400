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

/** An account that a test has made, with its password and its first key. */
export interface TestAccount {
  id: string;
  email: string;
  password: string;
  apiKey: string;
}

/** A running Longhand, as far as suites may share it: the real `npm start`. */
export interface SharedLonghand {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  sql: postgres.Sql;
  /** Everything that the service has printed so far. */
  output(): string;
  createAccount(balanceCents?: number): Promise<TestAccount>;
  /** The process that runs this script, such as `lib/worker/main.js`, as soon as there is one. */
  findPid(script: string): Promise<number>;
  /** Leaves a service that is shared as it is; ends one of the test's own, and removes all it had. */
  stop(): Promise<void>;
}

/** A Longhand of the test's own, with its own database, folder and port. */
export interface Longhand extends SharedLonghand {
  supervisorPid(): number;
  /** Ends the service with this signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Kills all its processes at once and waits for their end: nothing is answered or finished any more. */
  kill(): Promise<void>;
  /** Starts the service again, on the same port and data. */
  startAgain(): Promise<void>;
  /** The file that what it prints goes to, until it is started again. */
  logFile(): string;
}

/** A running supervisor. */
export interface Launched {
  pid: number;
  /** The file that it and its processes print to. */
  logFile: string;
  /** Everything that it and its processes have printed so far. */
  output(): string;
  /** Sends the signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Removes the file. */
  forget(): void;
}

/**
 * Starts Longhand from the built sources and waits until it is ready. Its database is made in the PostgreSQL of
 * this run of the tests, unless `server` names another.
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
    // No model is downloaded.
    LONGHAND_MODEL: 'pocketsphinx',
    // Tests that wait ask more often than a client should.
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

/** The services that a test of this process uses at the moment. */
export const services = new Set<Pick<SharedLonghand, 'output'>>();

/** What the tests of several processes need to know of a service that they share, as JSON in `LONGHAND_TEST_SHARED`. */
interface Shared {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  pid: number;
  logFile: string;
}

/**
 * A service as suites share it, which recognizes at once: a scripted server says the words of the clip of about the same length.
 * PocketSphinx is there, too, for jobs that ask for it.
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
 * The service that the runner has started for all suites that neither end it nor need settings of their own; one of the
 * test's own where there is none. Other suites work on it at the same time: what a test looks at belongs to an account
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

/** Starts the service that suites share; `shared` is what they find it by. */
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

/** A database, and what makes accounts in it. */
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

/** Waits until no recording is worked on: storage then holds what it will hold. */
export async function worksOnNothing({ sql }: Pick<Longhand, 'sql'>): Promise<void> {
  await waitFor('the end of all work', async () => {
    const tasks = await sql`
      select id from graphile_worker.jobs where task_identifier in ('transcribe-job', 'render-media', 'encode-picture', 'join-picture') limit 1`;
    return tasks.length === 0 ? true : undefined;
  });
}

/** The supervisor goes first, so that it starts none of its processes again; each leads a group of its own. */
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
    // Without its supervisor it has already ended.
  }
}

/** Whether the process is there and no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) Z /.test(stat);
}

/** The folders with what services have printed: no test needs them any longer than its process. */
const logFolders = new Set<string>();
process.once('exit', () => logFolders.forEach(removeFolder));

const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Runs `npm start`'s program with exactly these variables and waits until it says that it is ready. */
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

/** What a service has printed, without a line that is being written. */
function readLines(logFile: string): string {
  const text = readFileSync(logFile, 'utf8');
  return text.slice(0, text.lastIndexOf('\n') + 1);
}

const givenPorts = new Set<number>();

/**
 * A port that nothing listens on, another one each time; with `count`, the first of so many in a row. They are none of those that
 * a system gives whoever asks for any, and test processes that run at the same time mostly have ranges of their own, so nobody
 * else takes them meanwhile.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    // A range of a hundred, and the next one when half of it was given.
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
