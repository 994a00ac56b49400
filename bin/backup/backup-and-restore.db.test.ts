import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import { ledgerEntries } from '#drizzle/schema/ledger-entries';
import { makeAccount } from '#e2e/support/make-account';
import { memoryStorage } from '#e2e/support/memory-storage';
import { readEverything } from '#e2e/support/read-everything';
import { createDatabase, type TestDatabase } from '#e2e/support/test-database';
import { insertJob, insertTranscribed } from '#e2e/support/transcribed-job';
import { checkFiles, BackupProblem, readManifest } from '#lib/backup/manifest';
import { loadDatabase } from '#lib/backup/load-database';
import { connect, type Connection } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';
import { builtInKeys } from '#lib/storage/built-in-files';
import { diskStorage } from '#lib/storage/disk-storage';
import { makeBackup } from './make-backup';
import { restoreBackup } from './restore-backup';

/* An installation is saved and put back elsewhere. Each test has a database of its own, which restores replace. */

// Only with --all: backups and upgrades.

const secret = randomBytes(32).toString('hex');
let root: string;
let database: TestDatabase;
let connection: Connection;

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'longhand-backup-'));
  database = await createDatabase();
  connection = connect(database.url, { max: 4 });
});
after(async () => {
  await connection.close();
  await database.drop();
  await rm(root, { recursive: true, force: true });
});

const newFolder = () => mkdtemp(path.join(root, 'folder-'));

const store = (storage: ReturnType<typeof memoryStorage>, text: string) =>
  storage.save(Readable.from([Buffer.from(text)]), { maxBytes: 1000 });

/** An empty database, and the folder of a data folder beside it. */
async function makeTarget() {
  const target = await createDatabase(undefined, { tables: 'none' });
  const dataDir = await newFolder();
  const storage = diskStorage(path.join(dataDir, 'media'));
  return { target, dataDir, storage, settings: { dataDir, secret: undefined } };
}

async function fill(
  storage: ReturnType<typeof memoryStorage>,
): Promise<{ accountId: string; mediaKey: string }> {
  const { db } = connection;
  const accountId = await makeAccount(db, { balanceCents: 500 });
  const { key: mediaKey } = await store(storage, 'the recording');
  const { key: renditionKey } = await store(storage, 'the rendition');
  const { key: peaksKey } = await store(storage, 'the peaks');
  const name = 'a\tname\nwith \\ and “quotes” and \\N';
  await insertTranscribed(db, {
    accountId,
    name,
    mediaKey,
    renditionKey,
    renditionType: 'audio/mp4',
    peaksKey,
  });
  await insertJob(db, { accountId, mediaKey: builtInKeys.sampleMedia });
  await db.insert(ledgerEntries).values({ accountId, kind: 'debit', amountCents: -1, note: 'an added kind' });
  await db.transaction((tx) => enqueue(tx, 'remove-media', { mediaKey: 'gone' }, { key: 'a task' }));
  return { accountId, mediaKey };
}

for (const [kind, open] of [
  ['a disk', async () => diskStorage(path.join(await newFolder(), 'media'))],
  ['an object store', async () => memoryStorage()],
] as const) {
  test(`what was backed up from ${kind} is there again elsewhere: every row, medium and the secret`, async () => {
    const storage = await open();
    const { accountId, mediaKey } = await fill(storage);
    const folder = path.join(await newFolder(), 'backup');
    const manifest = await makeBackup({ databaseUrl: database.url, storage, secret }, folder);
    assert.equal(manifest.media, 'included');
    assert.equal(manifest.files.filter((file) => file.path.startsWith('media/')).length, 3);
    for (const file of ['manifest.json', 'secret', `media/${mediaKey.slice(0, 2)}/${mediaKey}`]) {
      assert.equal((await stat(path.join(folder, file))).mode & 0o777, 0o600, file);
    }
    assert.equal((await stat(folder)).mode & 0o777, 0o700);

    const { target, dataDir, storage: restored, settings } = await makeTarget();
    try {
      assert.deepEqual(await readManifest(folder), manifest);
      await checkFiles(folder, { manifest });
      await restoreBackup(folder, { manifest, databaseUrl: target.url, storage: restored, settings });
      assert.deepEqual(await readEverything(target.url), await readEverything(database.url));
      const text = (key: string) => restored.withLocalFile(key, (file) => readFile(file, 'utf8'));
      assert.equal(await text(mediaKey), 'the recording');
      assert.equal((await readFile(path.join(dataDir, 'secret'), 'utf8')).trim(), secret);
      const { db, close } = connect(target.url, { max: 1 });
      const entry = { accountId, kind: 'credit' as const, amountCents: 1 };
      await db.insert(ledgerEntries).values(entry);
      await assert.rejects(
        Promise.resolve(db.insert(ledgerEntries).values({ ...entry, accountId: 'nobody' })),
      );
      await close();
    } finally {
      await target.drop();
    }
    await connection.db.delete(jobs).where(eq(jobs.accountId, accountId));
  });
}

test('a backup while jobs are made and deleted has all media of its jobs, or says which were deleted', async () => {
  const storage = diskStorage(path.join(await newFolder(), 'media'));
  const { db } = connection;
  const accountId = await makeAccount(db);
  const ended = new AbortController();
  const submit = async () => {
    while (!ended.signal.aborted) {
      const { key } = await store(storage, 'a recording');
      await db.transaction(async (tx) => {
        await insertJob(tx, { accountId, mediaKey: key });
        await tx.insert(ledgerEntries).values({ accountId, kind: 'hold', amountCents: -25, jobId: key });
      });
      const [oldest] = await db
        .delete(jobs)
        .where(sql`id = (select id from jobs where account_id = ${accountId} order by created_at limit 1)`)
        .returning({ key: jobs.mediaKey });
      if (typeof oldest?.key === 'string') await storage.remove(oldest.key);
      await db.transaction((tx) => insertJob(tx, { accountId, mediaKey: builtInKeys.sampleMedia }));
    }
  };
  const load = Promise.all([submit(), submit(), submit()]);
  const folder = path.join(await newFolder(), 'backup');
  try {
    const manifest = await makeBackup({ databaseUrl: database.url, storage, secret }, folder);
    ended.abort();
    const { target, storage: restored, settings } = await makeTarget();
    try {
      await restoreBackup(folder, { manifest, databaseUrl: target.url, storage: restored, settings });
      const other = connect(target.url, { max: 1 });
      const found = await other.db
        .select({ key: jobs.mediaKey })
        .from(jobs)
        .where(eq(jobs.accountId, accountId));
      for (const { key } of found) {
        if (key === null || key === builtInKeys.sampleMedia || manifest.missingMedia.includes(key)) continue;
        assert.equal(await restored.getSize(key), 'a recording'.length, key);
      }
      const orphans = await other.db.execute(
        sql`select id from jobs where media_key <> ${builtInKeys.sampleMedia} and account_id = ${accountId}
          and not exists (select from ledger_entries l where l.job_id = media_key)`,
      );
      assert.deepEqual([...orphans], [], 'each job has the ledger entry of its own transaction');
      await other.close();
    } finally {
      await target.drop();
    }
  } finally {
    ended.abort();
    await load;
    await db.delete(jobs).where(eq(jobs.accountId, accountId));
  }
});

test('a medium that is gone is noted in the manifest, and is no error', async () => {
  const { accountId, jobId } = await insertJob(connection.db);
  const folder = path.join(await newFolder(), 'backup');
  const manifest = await makeBackup({ databaseUrl: database.url, storage: memoryStorage(), secret }, folder);
  assert.deepEqual(manifest.missingMedia, [`media-${jobId}`]);
  await connection.db.delete(jobs).where(eq(jobs.accountId, accountId));
});

test('a backup that is aborted leaves nothing, and one goes into no folder with files', async () => {
  const folder = path.join(await newFolder(), 'backup');
  const source = { databaseUrl: database.url, storage: memoryStorage(), secret };
  await assert.rejects(
    makeBackup(source, folder, AbortSignal.abort(new Error('interrupted'))),
    /interrupted/,
  );
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  const given = await newFolder();
  await assert.rejects(makeBackup(source, given, AbortSignal.abort(new Error('interrupted'))), /interrupted/);
  assert.deepEqual(await readdir(given), []);
  await writeFile(path.join(given, 'mine'), 'precious');
  await assert.rejects(makeBackup(source, given), BackupProblem);
  assert.deepEqual(await readdir(given), ['mine']);
});

test('a backup that is aborted while it copies media leaves nothing', async () => {
  const storage = memoryStorage();
  const { accountId } = await fill(storage);
  const interruption = new AbortController();
  const interrupted = {
    ...storage,
    exportTo: async (key: string, file: string) => {
      await storage.exportTo(key, file);
      interruption.abort(new Error('interrupted'));
    },
  };
  const folder = path.join(await newFolder(), 'backup');
  const source = { databaseUrl: database.url, storage: interrupted, secret };
  await assert.rejects(makeBackup(source, folder, interruption.signal));
  await assert.rejects(stat(folder), { code: 'ENOENT' });
  await connection.db.delete(jobs).where(eq(jobs.accountId, accountId));
});

test('a folder without a whole manifest, of a later format, or with a changed file is refused', async () => {
  const folder = path.join(await newFolder(), 'backup');
  const source = { databaseUrl: database.url, storage: memoryStorage(), secret };
  const manifest = await makeBackup(source, folder);
  await checkFiles(folder, { manifest });
  const [file] = manifest.files;
  assert.ok(file);
  await appendFile(path.join(folder, file.path), 'x');
  await assert.rejects(checkFiles(folder, { manifest }), /is damaged/);
  await rm(path.join(folder, file.path));
  await assert.rejects(checkFiles(folder, { manifest }), /is missing/);

  const other = await newFolder();
  const refused: [content: string, says: RegExp][] = [
    ['{"format": 1', /is damaged/],
    ['{"format": 2}', /made by a later version/],
    [JSON.stringify({ ...manifest, files: [{ ...file, path: 'media/../../x' }] }), /is damaged/],
  ];
  await assert.rejects(readManifest(other), /is not a complete backup/);
  for (const [content, says] of refused) {
    await writeFile(path.join(other, 'manifest.json'), content);
    await assert.rejects(readManifest(other), says);
  }
  await assert.rejects(
    loadDatabase(database.url, folder, { manifest: { ...manifest, lastMigration: '9999_later' } }),
    /needs a later version/,
  );
});

test('a database stays as it was when its restore fails', async () => {
  await insertJob(connection.db);
  const folder = path.join(await newFolder(), 'backup');
  const manifest = await makeBackup({ databaseUrl: database.url, secret }, folder);
  assert.equal(manifest.media, 'left out');
  const before = await readEverything(database.url);
  const tables = manifest.tables.map((table) => ({ ...table, rows: table.name === 'jobs' ? 0 : table.rows }));
  const load = (changed: Partial<typeof manifest>) =>
    loadDatabase(database.url, folder, { manifest: { ...manifest, ...changed } });
  await assert.rejects(load({ tables }), /instead of 0/);
  assert.deepEqual(await readEverything(database.url), before);
  // Jobs without their accounts.
  const accounts = manifest.tables.filter(({ name }) => name !== 'accounts');
  await assert.rejects(load({ tables: accounts }), /violates foreign key/);
  assert.deepEqual(await readEverything(database.url), before);
  await load({});
  assert.deepEqual(await readEverything(database.url), before);
});
