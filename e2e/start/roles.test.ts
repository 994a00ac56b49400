import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { makeSounds, type Sounds } from '#e2e/support/faults/make-sounds';
import { startRecognizer, type Recognizer } from '#e2e/support/faults/start-recognizer';
import { runNode } from '#e2e/support/run-process';
import { signInForCookies } from '#e2e/support/sign-in';
import { freePort, launch, type Launched } from '#e2e/support/start-longhand';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';
import { createApiKey } from '#lib/accounts/api-keys/api-keys';
import { createAccount, type NewAccount } from '#lib/accounts/create-account';
import { connect } from '#lib/db/connect';

/*
 * The parts of the service as separate processes: two web servers, and a recording worker that shares the folder of the
 * first. All start at the same time, on a database without tables. Only the worker has a recognizer.
 */

// Only with --all: starts five services.

const requestsPerMinute = 400;
const secret = randomBytes(32).toString('hex');

let folder: string;
let sounds: Sounds;
let recognizer: Recognizer;
let database: TestDatabase;
let first: Part;
let second: Part;
let worker: Launched;

interface Part extends Launched {
  baseUrl: string;
}

function settings(role: string, more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: database.url,
    LONGHAND_ROLE: role,
    LONGHAND_SECRET: secret,
    LONGHAND_DATA_DIR: path.join(folder, 'first'),
    LONGHAND_MODEL: 'pocketsphinx',
    LONGHAND_REQUESTS_PER_MINUTE: String(requestsPerMinute),
    ...more,
  };
}

async function launchWeb(name: string): Promise<Part> {
  const port = String(await freePort());
  const running = await launch(settings('web', { PORT: port, LONGHAND_DATA_DIR: path.join(folder, name) }));
  return { ...running, baseUrl: `http://127.0.0.1:${port}` };
}

const people: NewAccount[] = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-roles-'));
  sounds = await makeSounds();
  recognizer = await startRecognizer({ short: true });
  database = await createDatabase(undefined, { tables: 'none' });
  [first, second, worker] = await Promise.all([
    launchWeb('first'),
    launchWeb('second'),
    launch(settings('worker', { ...recognizer.settings, LONGHAND_WORKER_TASKS: 'transcribe,render' })),
  ]);
  const { db, close } = connect(database.url, { max: 1 });
  for (const name of ['one', 'two', 'three']) {
    people.push(await createAccount(db, { email: `${name}@longhand.example`, balanceCents: 100_00 }));
  }
  await close();
});
after(async () => {
  await Promise.all([first, second, worker].map((part) => part.end('SIGTERM')));
  await database.drop();
  await recognizer.stop();
  await sounds.remove();
  await rm(folder, { recursive: true, force: true });
});

function getClient(part: Part, person: number): Client {
  return makeClient(part, people[person]?.apiKey ?? '');
}

test('one of the parts that start at once makes the first account, and says so', () => {
  const shown = [first, second, worker].filter((part) => part.output().includes('Your first account'));
  assert.equal(shown.length, 1);
  assert.match(worker.output(), /Longhand is ready as a worker: transcribe, render$/m);
});

test('a job that one web server takes is done by the worker, and the other one has it', async () => {
  const [here, there] = [getClient(first, 0), getClient(second, 0)];
  const { id } = await here.submitFile(sounds.short, 'audio/wav');
  assert.equal((await there.ended(id)).status, 'transcribed');
  assert.notEqual(await there.text(id), '');
});

test('a web server offers what the workers can recognize speech with', async () => {
  const answer = await getClient(second, 0).request('/engines');
  const engines = (await answer.json()) as { id: string }[];
  assert.deepEqual(
    engines.map(({ id }) => id),
    ['openai', 'pocketsphinx'],
  );
});

test('who has signed in at one web server is known to the other', async () => {
  const [person] = people;
  assert.ok(person);
  const cookie = await signInForCookies(first, person);
  const answer = await fetch(`${second.baseUrl}/settings`, { headers: { cookie }, redirect: 'manual' });
  assert.equal(answer.status, 200);
});

test('attempts to guess a password count at both web servers', async () => {
  const [, person] = people;
  const guess = { email: person?.email ?? '', password: 'wrong' };
  for (let n = 0; n < 10; n++) {
    await assert.rejects(signInForCookies(n % 2 === 0 ? first : second, guess), /answered 401/);
  }
  for (const part of [first, second]) await assert.rejects(signInForCookies(part, guess), /wait-\d+/);
});

test('the limit of requests of a key holds over both web servers', async () => {
  const [here, there] = [getClient(first, 2), getClient(second, 2)];
  for (let n = 0; n < requestsPerMinute; n++) assert.equal((await here.request('/account')).status, 200);
  const left = () => there.request('/account');
  await waitFor('the other web server to have heard of these requests', async () => {
    const { status, headers } = await left();
    return status === 429 && Number(headers.get('retry-after')) > 0 ? true : undefined;
  });
});

test('what no worker of the machines there does waits for one that does it, which leaves the rest', async () => {
  const { db, sql, close } = connect(database.url, { max: 1 });
  const read = async (id: string) => (await sql`select status, started_at from jobs where id = ${id}`)[0];
  const [person] = people;
  const key = { name: 'sandbox', mode: 'test', scope: 'everything', expiresAt: null } as const;
  const { apiKey } = await createApiKey(db, { accountId: person?.id ?? '', ...key });
  const [live, sandbox] = [getClient(first, 0), makeClient(first, apiKey)];
  const played = await sandbox.submitUrl('http://media.example/a.wav');
  const recognized = await live.submitFile(sounds.short, 'audio/wav');
  assert.equal((await live.ended(recognized.id)).status, 'transcribed');
  assert.equal((await read(played.id))?.['status'], 'in_progress');

  await worker.end('SIGTERM');
  const left = await live.submitFile(sounds.short, 'audio/wav');
  const other = { LONGHAND_DATA_DIR: path.join(folder, 'deliver'), LONGHAND_WORKER_TASKS: 'deliver' };
  const delivering = await launch(settings('worker', other));
  try {
    assert.equal((await sandbox.ended(played.id)).status, 'transcribed');
    assert.deepEqual(await read(left.id), { status: 'in_progress', started_at: null });
  } finally {
    await delivering.end('SIGTERM');
    await close();
  }
});

test('a part that cannot work with the others says why, and does not start', async () => {
  const other = { LONGHAND_DATA_DIR: path.join(folder, 'third'), PORT: String(await freePort()) };
  const cases: [parameters: string[], environment: NodeJS.ProcessEnv, says: RegExp][] = [
    [
      ['web'],
      settings('all', { ...other, LONGHAND_SECRET: 'ab'.repeat(32) }),
      /^LONGHAND_SECRET: all machines need the same secret/m,
    ],
    [['web'], settings('all'), /already running with the data in/],
    [['webs'], settings('all', other), /^Usage: npm start, npm start -- web or npm start -- worker/m],
  ];
  for (const [parameters, environment, says] of cases) {
    const { code, output } = await runNode(['bin/cli.mjs', 'start', ...parameters], environment).ended;
    assert.match(output, says);
    assert.equal(code, 1, output);
  }
});
