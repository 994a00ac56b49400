import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import postgres from 'postgres';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { readEmbeddedUrl, startEmbeddedPostgres, type EmbeddedPostgres } from '#lib/db/embedded-postgres';

const isRoot = process.getuid?.() === 0;

const folder = await makeTestFolder();
/** The folder of most tests' servers, because creating a cluster takes longer than everything else. */
const shared = path.join(folder, 'shared');

/** What starts servers in a folder, which are stopped when the test ends. */
function startIn(t: TestContext, dataDir: string) {
  const servers: EmbeddedPostgres[] = [];
  t.after(() => Promise.all(servers.map((server) => server.stop())));
  return async (options: Partial<Parameters<typeof startEmbeddedPostgres>[0]> = {}) => {
    const server = await startEmbeddedPostgres({ dataDir, durability: 'none', ...options });
    servers.push(server);
    return server;
  };
}

async function ask(url: string, statement: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    const rows = await sql.unsafe(statement);
    return rows[0] && Object.values(rows[0])[0];
  } finally {
    await sql.end();
  }
}

test('a fresh folder gets a PostgreSQL that answers, on loopback, with a secret only its owner can read', async (t) => {
  const server = await startIn(t, shared)();
  assert.equal(await ask(server.url, 'select 1'), 1);
  assert.equal(await ask(server.url, 'show listen_addresses'), '127.0.0.1');
  assert.equal(await ask(server.url, 'show server_encoding'), 'UTF8');
  assert.equal(await ask(server.url, `select lower('ÄÖ')`), 'äö');
  assert.equal(await readEmbeddedUrl(shared), server.url);
  assert.equal((await stat(path.join(shared, 'postgres.json'))).mode & 0o777, 0o600);
  const wrong = new URL(server.url);
  wrong.password = 'wrong';
  await assert.rejects(ask(wrong.href, 'select 1'), /password authentication failed/);
  await server.stop();
  assert.equal(await readEmbeddedUrl(shared), undefined);
});

test('the service owns its database and may do nothing else, also with what a superuser has made there before', async (t) => {
  const start = startIn(t, path.join(folder, 'own'));
  const first = await start();
  await ask(
    first.superuserUrl,
    `create schema earlier;
     create type earlier.mood as enum ('calm');
     create table earlier.rows (id int generated always as identity primary key, mood earlier.mood);
     create view earlier.seen as select * from earlier.rows;
     create sequence earlier.counts;
     create function earlier.two(int) returns int language sql as 'select 2';
     insert into earlier.rows (mood) values ('calm')`,
  );
  await first.stop();
  const { url } = await start();
  for (const statement of [
    'alter table earlier.rows add column more text',
    `alter type earlier.mood add value 'glad'`,
    'drop view earlier.seen',
    'drop sequence earlier.counts',
    'drop function earlier.two',
    'insert into earlier.rows (mood) select mood from earlier.rows',
    'create table mine (id int)',
    'create schema other',
    'drop schema earlier cascade',
  ])
    await ask(url, statement);
  assert.equal(
    await ask(url, 'select rolsuper or rolcreatedb or rolcreaterole from pg_roles where rolname = user'),
    false,
  );
  for (const statement of [
    `copy mine from program 'echo 1'`,
    `copy mine to '/tmp/mine'`,
    'create database another',
    'create role another',
    `alter system set work_mem = '1MB'`,
    `select pg_read_file('/etc/passwd')`,
  ])
    await assert.rejects(ask(url, statement), /permission denied/, statement);
});

test('after kill -9 the next start has the data and the same address', async (t) => {
  const start = startIn(t, shared);
  const first = await start({ durability: 'full' });
  await ask(first.url, 'create table kept as select 42 as answer');
  process.kill(first.pid, 'SIGKILL');
  assert.equal(await first.ended, 'SIGKILL');
  const second = await start({ durability: 'full' });
  assert.equal(await ask(second.url, 'select answer from kept'), 42);
  assert.equal(second.url, first.url);
});

test('a PostgreSQL that a killed process left behind is ended by the next start', async (t) => {
  const start = startIn(t, shared);
  const orphan = await start();
  const server = await start();
  await orphan.ended;
  assert.equal(await ask(server.url, 'select 1'), 1);
});

test('a port taken meanwhile is replaced by another', async (t) => {
  const start = startIn(t, shared);
  const first = await start();
  await first.stop();
  const squatter = createServer().listen(Number(new URL(first.url).port), '127.0.0.1');
  t.after(() => squatter.close());
  const second = await start();
  assert.notEqual(second.url, first.url);
  assert.equal(await ask(second.url, 'select 1'), 1);
});

test('an initialisation that was cut short is done again', async (t) => {
  const dataDir = path.join(folder, 'cut-short');
  await mkdir(path.join(dataDir, 'postgres.unfinished'), { recursive: true });
  await writeFile(path.join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18\n');
  await writeFile(path.join(dataDir, 'postgres.password'), 'left behind');
  const server = await startIn(t, dataDir)();
  assert.equal(await ask(server.url, 'select 1'), 1);
  await assert.rejects(readFile(path.join(dataDir, 'postgres.password')), { code: 'ENOENT' });
});

test(
  'root can keep its data folder below a home that nobody else can enter',
  { skip: !isRoot },
  async (t) => {
    const home = path.join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const dataDir = path.join(home, 'project', '.longhand');
    const said: string[] = [];
    const server = await startIn(t, dataDir)({ say: (line) => said.push(line) });
    assert.equal(await ask(server.url, 'select 1'), 1);
    assert.equal(path.dirname(server.folder), '/var/lib/longhand');
    assert.match(said.join('\n'), /the database is in \/var\/lib\/longhand\//);
    assert.equal(await readEmbeddedUrl(dataDir), server.url);
    await server.stop();
    await rm(server.folder, { recursive: true });
  },
);
