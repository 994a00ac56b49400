import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import postgres from 'postgres';
import { makeAccount } from '#e2e/support/make-account';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { createDatabase } from '#e2e/support/test-database';
import { connect } from '#lib/db/connect';
import { processIdentity } from '#bin/process-lock.mjs';
import { Stop } from '#bin/cli-output.mjs';
import { confirmReplacement } from './confirm-replacement';
import { agreeOnSecret } from '#bin/start/agree-on-secret';
import { holdDataFolder } from './restore';
import { readInstallationSecret } from './backup';
import { checkSecret } from './restore-secret';

const { signal } = new AbortController();

async function refuses(work: Promise<unknown>, says: RegExp): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof Stop, String(error));
    assert.match(error.message, says);
    return true;
  });
}

test('data are replaced only when the operator says so, and never those of others or under a running service', async () => {
  const database = await createDatabase();
  try {
    const confirm = (flags: { replace?: boolean; yes?: boolean } = {}) =>
      confirmReplacement(database.url, { replace: false, yes: false, signal, ...flags });
    await confirm();
    const { db, close } = connect(database.url, { max: 1 });
    await makeAccount(db);
    await refuses(confirm({ replace: true, yes: true }), /is running with this database/);
    await close();
    await refuses(confirm(), /accounts 1, transcripts 0, .* add --replace/);
    // No terminal can be asked here.
    await refuses(confirm({ replace: true }), /Add --yes/);
    await confirm({ replace: true, yes: true });
  } finally {
    await database.drop();
  }
});

test('a database with tables of another program is never restored into', async () => {
  const database = await createDatabase(undefined, { tables: 'none' });
  try {
    const confirm = () => confirmReplacement(database.url, { replace: true, yes: true, signal });
    await confirm();
    const sql = postgres(database.url, { max: 1 });
    await sql`create table customers (id int)`;
    await sql.end();
    await refuses(confirm(), /not Longhand's/);
  } finally {
    await database.drop();
  }
});

test('nothing is restored while a part of the service runs on the data folder, and none starts meanwhile', async (t) => {
  const dataDir = await makeTestFolder(t);
  const holder = { purpose: 'service', identity: processIdentity(process.ppid), pid: process.ppid };
  const lock = path.join(dataDir, 'worker.lock');
  await writeFile(lock, JSON.stringify(holder));
  const fail = () => assert.fail('it must not begin');
  await refuses(holdDataFolder(dataDir, fail), /stop it first/);
  await rm(lock);
  assert.equal(await holdDataFolder(dataDir, async () => 'done'), 'done');
  assert.equal(await holdDataFolder(dataDir, async () => 'again'), 'again');
});

test('a backup with another secret than LONGHAND_SECRET is refused', async (t) => {
  const folder = await makeTestFolder(t);
  const secret = 'ab'.repeat(32);
  await writeFile(path.join(folder, 'secret'), `${secret}\n`);
  await checkSecret(folder, { secret });
  await checkSecret(folder, { secret: undefined });
  await refuses(
    checkSecret(folder, { secret: 'cd'.repeat(32) }),
    /^LONGHAND_SECRET: differs from the backup's/,
  );
});

test('a backup is not made with another secret than the service has', async () => {
  const database = await createDatabase();
  try {
    const [secret, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
    const settings = { dataDir: '/nowhere', secret };
    assert.equal(await readInstallationSecret(database.url, settings), secret);
    await agreeOnSecret(database.url, { ...settings, role: 'all', databaseUrl: database.url });
    assert.equal(await readInstallationSecret(database.url, settings), secret);
    await refuses(readInstallationSecret(database.url, { ...settings, secret: other }), /another secret/);
  } finally {
    await database.drop();
  }
});
