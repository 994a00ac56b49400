import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { createAccount } from '#lib/accounts/create-account';
import { connect } from '#lib/db/connect';

/** A Longhand of the test's own: the real `npm start`, its own database, folder and port. */
export interface Longhand {
  baseUrl: string;
  dataDir: string;
  databaseUrl: string;
  sql: postgres.Sql;
  /** Everything that the service has printed so far. */
  output(): string;
  createAccount(
    balanceCents?: number,
  ): Promise<{ id: string; email: string; password: string; apiKey: string }>;
  /** The process that runs this script, such as `lib/worker/main.ts`, as soon as there is one. */
  pidOf(script: string): Promise<number>;
  supervisorPid(): number;
  /** Ends the service with this signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** Starts the service again, on the same port and data. */
  startAgain(): Promise<void>;
  /** Ends the service and removes all it had. */
  stop(): Promise<void>;
}

/** A running supervisor. */
export interface Launched {
  pid: number;
  /** Everything that it and its processes have printed so far. */
  output(): string;
  /** Sends the signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
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
    // Tests that wait ask more often than a client should.
    LONGHAND_REQUESTS_PER_MINUTE: '100000',
    ...settings,
  };
  const sql = postgres(database.url, { max: 2, onnotice: () => {} });
  const { db, close } = connect(database.url, { max: 2 });
  let running = await launch(environment);
  let accounts = 0;

  return {
    baseUrl,
    dataDir,
    databaseUrl: database.url,
    sql,
    output: () => running.output(),
    createAccount: (balanceCents = 100_00) =>
      createAccount(db, { email: `person${++accounts}@longhand.example`, balanceCents }),
    pidOf: (script) => waitFor(`a process of ${script}`, () => findChild(running.pid, script)),
    supervisorPid: () => running.pid,
    end: (signal) => running.end(signal),
    async startAgain() {
      running = await launch(environment);
    },
    async stop() {
      await running.end('SIGTERM');
      await Promise.all([sql.end(), close()]);
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Asks again every 50 ms until there is an answer; throws after `seconds`, naming what was waited for. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { seconds = 60 }: { seconds?: number } = {},
): Promise<T> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > until) throw new Error(`waited ${seconds} s in vain for ${what}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** Waits until no recording is worked on: storage then holds what it will hold. */
export async function worksOnNothing({ sql }: Pick<Longhand, 'sql'>): Promise<void> {
  await waitFor('the end of all work', async () => {
    const tasks = await sql`
      select id from graphile_worker.jobs where task_identifier in ('transcribe-job', 'render-media') limit 1`;
    return tasks.length === 0 ? true : undefined;
  });
}

/** Whether the process is there and no zombie. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return stat !== undefined && !/\) Z /.test(stat);
}

/** Runs `npm start`'s program with exactly these variables and waits until it says that it is ready. */
export async function launch(environment: NodeJS.ProcessEnv): Promise<Launched> {
  const child: ChildProcess = spawn(process.execPath, ['bin/longhand.mjs', 'start'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the service did not start');
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${output}`);
    return output.includes('Longhand is ready') ? true : undefined;
  };
  try {
    await waitFor('the service to be ready', isReady, { seconds: 180 });
  } catch (error) {
    child.kill('SIGTERM');
    throw error;
  }
  return {
    pid,
    output: () => output,
    async end(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
    },
  };
}

async function createDatabase(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `longhand_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await inDatabase(server, (sql) => sql`create database ${sql(name)}`);
  return {
    url: url.href,
    drop: async () => {
      await inDatabase(server, (sql) => sql`drop database ${sql(name)} with (force)`);
    },
  };
}

async function inDatabase(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** A port that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
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
