import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { childProcesses } from '#e2e/support/child-processes';
import { isAlive } from '#e2e/support/start-longhand';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { waitFor } from '#e2e/support/wait';

/* `npm start`, as operators type it: npm and a shell run between the sender of a signal and the service. */

let database: TestDatabase;
let dataDir: string;
const groups = new Set<number>();

before(async () => {
  database = await createDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-npm-'));
});
after(async () => {
  for (const group of groups) endGroup(group);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}

/** Starts a worker, which needs no build, through npm, in its own process group and without a terminal. */
async function startByNpm(): Promise<{ npm: number; service: number }> {
  const child = spawn('npm', ['start', '--', 'worker'], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      LONGHAND_DATA_DIR: dataDir,
      LONGHAND_MODEL: 'pocketsphinx',
      LONGHAND_LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const npm = child.pid;
  if (npm === undefined) throw new Error('npm did not start');
  groups.add(npm);
  await waitFor('the worker to be ready', () => {
    if (child.exitCode !== null) throw new Error(output);
    return output.includes('Longhand is ready as a worker') ? true : undefined;
  });
  const [service] = childProcesses('bin/cli.mjs start', npm);
  if (service === undefined) throw new Error('the service is no child of npm');
  return { npm, service };
}

const hasEnded = (service: number) =>
  waitFor('the end of the service', async () => ((await isAlive(service)) ? undefined : true));

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test(`${signal} of npm ends the service, which leaves the data folder to the next start`, async () => {
    const { npm, service } = await startByNpm();
    process.kill(npm, signal);
    await hasEnded(service);
    assert.equal(existsSync(path.join(dataDir, 'worker.lock')), false);
  });
}

test('a service without a terminal outlives the one that it was started from, as with nohup, and ends when asked', async () => {
  const { npm, service } = await startByNpm();
  process.kill(-npm, 'SIGHUP');
  await waitFor('the end of npm', async () => ((await isAlive(npm)) ? undefined : true));
  // In that time, the service checks its parent several times.
  let looks = 0;
  await waitFor('a while', async () => {
    assert.equal(await isAlive(service), true);
    looks += 1;
    return looks === 22 ? true : undefined;
  });
  process.kill(service, 'SIGTERM');
  await hasEnded(service);
});
