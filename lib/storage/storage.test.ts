import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { memoryStorage } from '#e2e/support/memory-storage';
import { connectS3 } from '#e2e/support/s3/connect-s3';
import { startS3Server, type S3Server } from '#e2e/support/s3/start-s3-server';
import { turns } from '#e2e/support/turns';
import { newId } from '#lib/ids/new-id';
import { withBuiltInFiles } from '#lib/storage/built-in-files';
import { deferStorage } from '#lib/storage/open-storage';
import { diskStorage } from '#lib/storage/disk-storage';
import { s3Storage } from '#lib/storage/s3/s3-storage';
import { TooLarge, type Storage } from '#lib/storage/storage';

/* What every storage promises: the disk's, a bucket's, and another that needs nothing but the interface. */

let folder: string;
let s3: S3Server;
before(async () => {
  s3 = await startS3Server({ pageSize: 2 });
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-storage-'));
});
after(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const inBucket = async (partBytes?: number): Promise<Storage> =>
  s3Storage(connectS3(s3), {
    bucket: s3.bucket,
    prefix: `${newId()}/`,
    downloads: path.join(folder, 'downloads'),
    ...(partBytes !== undefined && { partBytes }),
  });

const soon = () => new Date(Date.now() + 1000);

const kinds: Record<string, () => Promise<Storage>> = {
  disk: async () => diskStorage(await mkdtemp(path.join(folder, 'media-'))),
  memory: async () => memoryStorage(),
  S3: () => inBucket(),
  'S3 by parts': () => inBucket(2),
  'memory opened when needed': async () => deferStorage(async () => memoryStorage()),
  'memory with built-in files': async () => withBuiltInFiles(memoryStorage()),
};

async function keys(storage: Storage, olderThan = soon()): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of storage.listOlderThan(olderThan)) found.push(key);
  return found;
}

const save = (storage: Storage, text = 'hello', maxBytes = 100) =>
  storage.save(Readable.from([Buffer.from(text)]), { maxBytes });

const readText = (storage: Storage, key: string) =>
  storage.withLocalFile(key, (file) => readFile(file, 'utf8'));

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: what was saved can be read as a local file and as a stream, until it is removed`, async () => {
    const storage = await open();
    const digest = createHash('sha256');
    const source = Readable.from([Buffer.from('hello')]);
    const { key, bytes } = await storage.save(source, { maxBytes: 5, digest });
    assert.equal(bytes, 5);
    assert.equal(digest.digest('hex'), createHash('sha256').update('hello').digest('hex'));
    assert.equal(await storage.getSize(key), 5);
    assert.equal(await readText(storage, key), 'hello');
    const parts: Uint8Array[] = [];
    for await (const part of storage.read(key, { start: 1, end: 3 })) parts.push(new Uint8Array(part));
    assert.equal(Buffer.concat(parts).toString(), 'ell');
    await storage.remove(key);
    await storage.remove(key);
    assert.equal(await storage.getSize(key), undefined);
    assert.deepEqual(await keys(storage), []);
  });

  test(`${kind}: a check that media can be stored leaves nothing behind`, async () => {
    const storage = await open();
    await storage.check();
    assert.deepEqual(await keys(storage), []);
  });

  test(`${kind}: media that is gone is an error, and its local file is not asked for`, async () => {
    const storage = await open();
    const { key } = await save(storage);
    await storage.remove(key);
    const use = () => assert.fail('there is nothing to use');
    await assert.rejects(storage.withLocalFile(key, use));
    await assert.rejects(storage.copy(key));
    await assert.rejects(storage.read(key, { start: 0, end: 1 }).next());
  });

  test(`${kind}: what the use of a local file gives or throws is passed on`, async () => {
    const storage = await open();
    const { key } = await save(storage);
    assert.equal(await storage.withLocalFile(key, async (file) => existsSync(file)), true);
    await assert.rejects(
      storage.withLocalFile(key, () => Promise.reject(new Error('unreadable'))),
      /unreadable/,
    );
    assert.equal(await readText(storage, key), 'hello');
  });

  test(`${kind}: too many bytes are refused, and nothing stays behind`, async () => {
    const storage = await open();
    await assert.rejects(save(storage, 'hello', 4), TooLarge);
    assert.deepEqual(await keys(storage), []);
  });

  test(`${kind}: a source that breaks off at any moment leaves nothing behind`, async () => {
    const storage = await open();
    for (const later of [0, 1, 2, 3, 5, 8, 13, 50]) {
      const source = new PassThrough();
      source.write('some');
      const refused = assert.rejects(storage.save(source, { maxBytes: 100 }));
      await turns(later);
      source.destroy(new Error('broken'));
      await refused;
    }
    assert.deepEqual(await keys(storage), []);
  });

  test(`${kind}: a copy stays when the other one is removed`, async () => {
    const storage = await open();
    const { key } = await save(storage);
    const copy = await storage.copy(key);
    await storage.remove(key);
    assert.equal(copy.bytes, 5);
    assert.equal(await readText(storage, copy.key), 'hello');
    assert.deepEqual(await keys(storage), [copy.key]);
  });

  test(`${kind}: an adopted file is moved, and the sweep finds what is older than it asks for`, async () => {
    const storage = await open();
    const file = path.join(folder, 'fetched');
    await writeFile(file, 'abc');
    const { key, bytes } = await storage.adopt(file);
    assert.equal(bytes, 3);
    assert.ok(!existsSync(file));
    assert.deepEqual(await keys(storage), [key]);
    assert.deepEqual(await keys(storage, new Date(Date.now() - 60_000)), []);
  });
}

for (const [kind, open] of Object.entries(kinds)) {
  test(`${kind}: exported media can be imported elsewhere under its key, and stays when the original is removed`, async () => {
    const [storage, other] = [await open(), await open()];
    const { key } = await save(storage);
    const file = path.join(await mkdtemp(path.join(folder, 'export-')), key);
    await storage.exportTo(key, file);
    await storage.remove(key);
    assert.equal(await readFile(file, 'utf8'), 'hello');
    await other.importFrom(key, file);
    await other.importFrom(key, file);
    assert.equal(await readText(other, key), 'hello');
    assert.deepEqual(await keys(other), [key]);
    // The sweep leaves it alone until its job is restored.
    assert.deepEqual(await keys(other, new Date(Date.now() - 60_000)), []);
    assert.ok(existsSync(file));
    const gone = path.join(path.dirname(file), 'gone');
    await assert.rejects(storage.exportTo(key, gone));
    assert.ok(!existsSync(gone));
  });
}
