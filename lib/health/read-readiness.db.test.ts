import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import postgres from 'postgres';
import { listFiles } from '#e2e/support/list-files';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { ceilingMs, waitFor } from '#e2e/support/wait';
import { connect, type Connection } from '#lib/db/connect';
import { createReadiness, type Surroundings } from '#lib/health/read-readiness';
import { holdPoolLock } from '#lib/queue/workers';
import { countWorkers, workerName } from '#lib/queue/count-workers';
import { parseEnv } from '#lib/settings/env';
import { diskStorage } from '#lib/storage/disk-storage';

let folder: string;
let own: TestDatabase;
let connection: Connection;
let worker: postgres.Sql;
let surroundings: Surroundings;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-health-'));
  own = await createDatabase();
  connection = connect(own.url);
  worker = postgres(own.url, { max: 1, connection: { application_name: workerName() } });
  await holdPoolLock(worker, 'a-pool');
  surroundings = {
    db: () => connection.db,
    storage: diskStorage(path.join(folder, 'media')),
    settings: parseEnv({
      LONGHAND_DATA_DIR: folder,
      LONGHAND_OPENAI_URLS: 'http://secret-host:8000/v1',
      LONGHAND_OPENAI_KEY: 'a-secret-key',
    }),
    measureDisk: () => Promise.resolve({ bytes: 2 ** 40, freeBytes: 2 ** 39 }),
  };
});
after(async () => {
  await worker?.end();
  await connection?.close();
  await own?.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The names of the checks that fail. */
async function failing(changed: Partial<Surroundings>): Promise<string[]> {
  const { status, checks } = await createReadiness(
    { ...surroundings, ...changed },
    { timeoutMs: ceilingMs },
  )();
  const failed = Object.entries(checks).filter(([, check]) => check.status === 'failed');
  assert.equal(status, failed.length === 0 ? 'ok' : 'failed');
  assert.doesNotMatch(JSON.stringify(checks), /secret|127\.0\.0\.1|localhost|longhand-health/);
  return failed.map(([name]) => name);
}

test('a service that has all it needs is ready, and storage is left as it was', async () => {
  assert.deepEqual(await failing({}), []);
  assert.deepEqual(await listFiles(path.join(folder, 'media')), []);
});

test('storage that can’t be written to is named', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  assert.deepEqual(await failing({ storage: diskStorage(path.join(file, 'media')) }), ['storage']);
});

test('a disk that is nearly full is named', async () => {
  const measureDisk = () => Promise.resolve({ bytes: 2 ** 40, freeBytes: 2 ** 20 });
  assert.deepEqual(await failing({ measureDisk }), ['disk']);
});

test('a database that is away fails whatever asks it, and nothing else', async () => {
  const away = connect('postgres://user:secret@127.0.0.1:1/longhand', { max: 1 });
  try {
    assert.deepEqual(await failing({ db: () => away.db }), ['database', 'migrations', 'worker']);
  } finally {
    await away.close();
  }
});

test('without a worker the service is not ready', async () => {
  await worker.end();
  // PostgreSQL notices the end of a connection on its own.
  await waitFor('the end of the worker', async () =>
    (await countWorkers(connection.db)) === 0 ? true : undefined,
  );
  const { status, checks } = await createReadiness(surroundings)();
  assert.deepEqual(
    [status, checks.worker],
    ['failed', { status: 'failed', reason: 'No worker is running.' }],
  );
});
