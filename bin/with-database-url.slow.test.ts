import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { Stop } from '#bin/cli-output.mjs';
import { withDatabaseUrl } from './with-database-url';

/** What gives a service processes of its own, as a container does, all of which end with `unshare`. */
const apart = ['--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];
const canSeparate = spawnSync('unshare', [...apart, 'true']).status === 0;

const folder = await makeTestFolder();
/** The data folder: the first test makes an installation in it, which the last one runs. */
const dataDir = path.join(folder, 'data');

async function ask(url: string, statement: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await sql.unsafe(statement).finally(() => sql.end());
  return rows[0] && Object.values(rows[0])[0];
}

const isStop = (says: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Stop, String(error));
  assert.match(error.message, says);
  return true;
};

test('a command makes no installation where there is none, and names the data folder; the first account does', async () => {
  const settings = { dataDir, databaseUrl: undefined };
  const none = new RegExp(`^No installation found in ${dataDir}\\. Set LONGHAND_DATA_DIR`);
  await assert.rejects(
    withDatabaseUrl(settings, async () => {}),
    isStop(none),
  );
  assert.equal(existsSync(dataDir), false);
  const made = await withDatabaseUrl(settings, (url) => ask(url, 'select 1'), { mayMake: true });
  assert.equal(made, 1);
  assert.equal(await withDatabaseUrl(settings, (url) => ask(url, 'select 2')), 2);
});

test('what a command works on is said beside its result', () => {
  const dataDir = path.join(folder, 'other');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['bin/cli.mjs', 'account', 'list'], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: '', LONGHAND_DATA_DIR: dataDir },
  });
  assert.equal(status, 1);
  assert.equal(stdout, '');
  assert.match(stderr, new RegExp(`^Data folder: ${dataDir}\nNo installation found in ${dataDir}\\..+\n$`));
});

test(
  'a command or a start in another container leaves the database of a running service alone, and says how to reach it',
  { skip: !canSeparate },
  async (t) => {
    const settings = { dataDir, databaseUrl: undefined };
    const service = spawn(
      'unshare',
      [...apart, process.execPath, '--import=tsx', 'e2e/support/hold-database.ts', dataDir],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    t.after(() => service.kill('SIGKILL'));
    const said: string[] = [];
    service.stdout.on('data', (chunk: Buffer) => said.push(...chunk.toString().trim().split('\n')));
    await waitFor('the service', () => (said.includes('ready') ? true : undefined));
    const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
    const before = await readFile(pidFile, 'utf8');

    await assert.rejects(
      withDatabaseUrl(settings, async () => {}),
      isStop(/in another container or on another machine .+ docker exec \S+ node bin\/cli\.mjs/),
    );
    const second = spawnSync(process.execPath, ['bin/cli.mjs', 'start'], {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: '', LONGHAND_DATA_DIR: dataDir },
    });
    assert.equal(second.status, 1);
    assert.match(second.stderr, /already running .+ in another container or on another machine/);
    assert.equal(await readFile(pidFile, 'utf8'), before);
    service.stdin.write('insert\n');
    await waitFor('its answer', () => (said.includes('inserted') ? true : undefined));

    service.kill('SIGKILL');
    await waitFor('its end', () => (service.signalCode === null ? undefined : true));
    // As if a minute had passed. The number of the dead PostgreSQL is that of a process of ours now.
    await utimes(path.join(dataDir, 'longhand.lock'), new Date(0), new Date(0));
    await writeFile(pidFile, before.replace(/^\d+/, String(process.pid)));
    assert.equal(await withDatabaseUrl(settings, (url) => ask(url, 'select answer from kept')), 42);
  },
);
