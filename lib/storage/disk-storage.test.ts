import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { turns } from '#e2e/support/turns';
import { diskStorage, TooLarge, type Storage } from '#lib/storage/disk-storage';

let folder: string;
let storage: Storage;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-storage-'));
  storage = diskStorage(path.join(folder, 'media'));
});
after(() => rm(folder, { recursive: true, force: true }));

async function files(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

test('what was saved can be read at its path, until it is removed', async () => {
  const { key, bytes } = await storage.save(Readable.from([Buffer.from('hello')]), { maxBytes: 5 });
  assert.equal(bytes, 5);
  assert.equal(await readFile(storage.pathOf(key), 'utf8'), 'hello');
  await storage.remove(key);
  await storage.remove(key);
  assert.deepEqual(await files(), []);
});

test('too many bytes are refused, and nothing stays behind', async () => {
  await assert.rejects(storage.save(Readable.from([Buffer.from('hello')]), { maxBytes: 4 }), TooLarge);
  assert.deepEqual(await files(), []);
});

test('a source that breaks off at any moment leaves nothing behind', async () => {
  for (const later of [0, 1, 2, 3, 5, 8, 13, 50]) {
    const source = new PassThrough();
    source.write('some');
    const saving = storage.save(source, { maxBytes: 100 });
    const refused = assert.rejects(saving);
    await turns(later);
    source.destroy(new Error('broken'));
    await refused;
  }
  assert.deepEqual(await files(), []);
});

test('a copy stays when the other one is removed', async () => {
  const { key } = await storage.save(Readable.from([Buffer.from('hello')]), { maxBytes: 5 });
  const copy = await storage.copy(key);
  await storage.remove(key);
  assert.equal(copy.bytes, 5);
  assert.equal(await readFile(storage.pathOf(copy.key), 'utf8'), 'hello');
  await storage.remove(copy.key);
  assert.deepEqual(await files(), []);
});

test('an adopted file is moved, and the sweep finds what is older than it asks for', async () => {
  await writeFile(path.join(folder, 'fetched'), 'abc');
  const { key, bytes } = await storage.adopt(path.join(folder, 'fetched'));
  assert.equal(bytes, 3);
  const found: string[] = [];
  for await (const entry of storage.listOlderThan(new Date(Date.now() + 1000))) found.push(entry.key);
  assert.deepEqual(found, [key]);
  for await (const entry of storage.listOlderThan(new Date(Date.now() - 60_000))) found.push(entry.key);
  assert.deepEqual(found, [key]);
});
