import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test, type TestContext } from 'node:test';
import postgres from 'postgres';
import { copyDatabase } from '#e2e/support/copy-database';
import { makeEarlierTables } from '#e2e/support/earlier-database';
import { readEverything } from '#e2e/support/read-everything';
import { createDatabase } from '#e2e/support/test-database';
import { checkFiles, readManifest } from '#lib/backup/manifest';
import { loadDatabase } from '#lib/backup/load-database';
import { readKnownMigrations } from '#lib/db/migrations/known-migrations';
import { migrateQueue } from '#lib/db/migrations/migrate';
import { parseEnv } from '#lib/settings/env';
import { Stop } from '#bin/cli-output.mjs';
import { migrateOrStop } from './migrate-or-stop';

// Only with --all: backups and upgrades.

const earlier = '0010_job-sorts';

/** A database with the tables of an earlier version and an account. */
const earlierDatabase = await createDatabase(undefined, { tables: 'none' });
await makeEarlier(earlierDatabase.url);
after(() => earlierDatabase.drop());

async function makeEarlier(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  await makeEarlierTables(sql, earlier);
  await migrateQueue(url);
  await sql`insert into accounts (id, email) values ('ann', 'ann@longhand.example')`;
  await sql.end();
}

/** A database without tables, or a copy of the earlier one, and a data folder, for one test. */
async function prepare(t: TestContext, { isEmpty = false } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-upgrade-'));
  const database = await (isEmpty
    ? createDatabase(undefined, { tables: 'none' })
    : copyDatabase(earlierDatabase.url));
  const { url } = database;
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  t.after(async () => {
    await sql.end();
    await database.drop();
    await rm(dataDir, { recursive: true });
  });
  const settings = parseEnv({ DATABASE_URL: url, LONGHAND_DATA_DIR: dataDir });
  const listBackups = () => readdir(path.join(dataDir, 'backups')).catch((): string[] => []);
  return { dataDir, url, sql, listBackups, upgrade: () => migrateOrStop(url, settings) };
}

test('a database of an earlier version is saved before it is upgraded, and can be put back', async (t) => {
  const { dataDir, url, upgrade, listBackups } = await prepare(t);
  const before = await readEverything(url);
  await upgrade();
  assert.notDeepEqual(Object.keys(await readEverything(url)), Object.keys(before));
  const [name = '', ...more] = await listBackups();
  assert.deepEqual(more, []);
  assert.match(name, new RegExp(`^before-${readKnownMigrations().at(-1)?.tag}-\\d{4}-.*Z$`));

  const folder = path.join(dataDir, 'backups', name);
  const manifest = await readManifest(folder);
  assert.equal(manifest.lastMigration, earlier);
  await checkFiles(folder, { manifest });
  await loadDatabase(url, folder, { manifest });
  assert.deepEqual(await readEverything(url), before);
});

test('the command that goes back works on this installation, however the service was started', async (t) => {
  for (const [command, expected] of [
    [undefined, 'npm run restore -- '],
    ['longhand', 'longhand restore '],
  ] as const) {
    const { dataDir, url, listBackups } = await prepare(t);
    const { mock } = t.mock.method(process.stderr, 'write', () => true);
    await migrateOrStop(url, parseEnv({ LONGHAND_DATA_DIR: dataDir, LONGHAND_OPERATOR_COMMAND: command }));
    const lines = mock.calls.map(({ arguments: [line] }) => line);
    mock.restore();
    const [name = ''] = await listBackups();
    const line = `${expected}${path.join(dataDir, 'backups', name)} --replace --yes\n`;
    assert.ok(lines.includes(line), lines.join(''));
  }
});

test('a new database and one that is up to date are not saved', async (t) => {
  const { upgrade, listBackups } = await prepare(t, { isEmpty: true });
  await upgrade();
  await upgrade();
  assert.deepEqual(await listBackups(), []);
});

test('parts of the service that start at once save the database once', async (t) => {
  const { upgrade, listBackups } = await prepare(t);
  await Promise.all([upgrade(), upgrade(), upgrade()]);
  assert.equal((await listBackups()).length, 1);
});

test('the last three dumps are kept, and backups stay', async (t) => {
  const { dataDir, upgrade, listBackups } = await prepare(t);
  const recent = ['before-0009_x-2025-01-02T00-00-00Z', 'before-0008_y-2025-01-03T00-00-00Z'];
  const oldest = 'before-0010_z-2025-01-01T00-00-00Z';
  const unfinished = 'before-0010_z-2025-01-04T00-00-00Z';
  const backup = '2024-01-01T00-00-00Z';
  for (const name of [...recent, oldest, unfinished, backup]) {
    const folder = path.join(dataDir, 'backups', name);
    await mkdir(folder, { recursive: true });
    if (name !== unfinished) await writeFile(path.join(folder, 'manifest.json'), '{}');
  }
  await upgrade();
  const found = await listBackups();
  assert.equal(found.length, 4);
  for (const name of [...recent, backup]) assert.ok(found.includes(name), name);
});

test('a database that cannot be saved is not upgraded, unless the settings say so', async (t) => {
  const { dataDir, url, upgrade } = await prepare(t);
  const before = await readEverything(url);
  await writeFile(path.join(dataDir, 'backups'), 'in the way');
  await assert.rejects(upgrade(), (error: unknown) => {
    assert.ok(error instanceof Stop);
    assert.match(error.message, /^The database was not upgraded .+LONGHAND_UPGRADE_WITHOUT_DUMP=1/s);
    return true;
  });
  assert.deepEqual(await readEverything(url), before);
  const variables = { LONGHAND_DATA_DIR: dataDir, LONGHAND_UPGRADE_WITHOUT_DUMP: '1' };
  await migrateOrStop(url, parseEnv(variables));
  assert.notDeepEqual(await readEverything(url), before);
});

test('the database of a later version stops the start and stays as it is', async (t) => {
  const { sql, url, upgrade } = await prepare(t, { isEmpty: true });
  await upgrade();
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${Date.now() * 2})`;
  const before = await readEverything(url);
  await assert.rejects(upgrade(), (error: unknown) => {
    assert.ok(error instanceof Stop);
    assert.match(error.message, /last used by a later version of Longhand/);
    return true;
  });
  assert.deepEqual(await readEverything(url), before);
});
