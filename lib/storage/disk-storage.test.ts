import assert from 'node:assert/strict';
import { existsSync, fsync, statSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { diskStorage } from '#lib/storage/disk-storage';

/* What only a disk is asked for. */

const folder = await makeTestFolder();

/** What is flushed from now on: files and folders, these with the names that they have then. */
async function noteFlushes(t: TestContext): Promise<Array<{ file: string; names: string[] }>> {
  const flushed: Array<{ file: string; names: string[] }> = [];
  const some = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  t.mock.method(prototype, 'sync', async function note(this: FileHandle) {
    const file = await readlink(`/proc/self/fd/${this.fd}`);
    flushed.push({ file, names: await readdir(file).catch(() => []) });
    return promisify(fsync)(this.fd);
  });
  return flushed;
}

test('bytes are flushed before they have their name, and their name before it is told', async (t) => {
  const media = path.join(folder, 'media');
  const storage = diskStorage(media);
  const flushed = await noteFlushes(t);
  /** Checks what was flushed for a key. */
  const check = (key: string, before: RegExp[]) => {
    // The folder may exist already.
    const own = flushed.splice(0).filter(({ file }) => file !== media);
    const shelf = own.pop();
    assert.equal(shelf?.file, path.join(media, key.slice(0, 2)));
    assert.ok(shelf.names.includes(key));
    assert.equal(own.length, before.length);
    for (const [n, name] of before.entries()) assert.match(own[n]?.file ?? '', name);
  };
  const { key: saved } = await storage.save(Readable.from([Buffer.from('saved')]), { maxBytes: 10 });
  assert.deepEqual(flushed[0], { file: media, names: [saved.slice(0, 2)] });
  check(saved, [/\.part$/]);
  const given = path.join(folder, 'given');
  await writeFile(given, 'given');
  const { key: adopted } = await storage.adopt(given);
  check(adopted, [/\/given$/]);
  const { key: copied } = await storage.copy(adopted);
  check(copied, []);
  await writeFile(given, 'imported');
  await storage.importFrom('imported', given);
  check('imported', []);
});

/** A file system that is mounted everywhere on Linux, and another one than that of the temporary folder. */
const elsewhere = '/dev/shm';
const isElsewhere = existsSync(elsewhere) && statSync(elsewhere).dev !== statSync(tmpdir()).dev;
const other = { skip: isElsewhere ? false : 'there is no other file system' };

test('a file of another file system is adopted, whole or not at all', other, async (t) => {
  const media = path.join(folder, 'far');
  const storage = diskStorage(media);
  const scratch = await mkdtemp(path.join(elsewhere, 'longhand-disk-'));
  t.after(() => rm(scratch, { recursive: true, force: true }));
  const given = path.join(scratch, 'given');
  await writeFile(given, 'given');
  const flushed = await noteFlushes(t);
  const { key, bytes } = await storage.adopt(given);
  assert.equal(bytes, 5);
  const [shelf] = flushed.slice(-1);
  assert.deepEqual(shelf?.names, [key]);
  assert.equal(await storage.withLocalFile(key, (file) => readFile(file, 'utf8')), 'given');
  assert.ok(!existsSync(given));
  assert.equal((await stat(path.join(media, key.slice(0, 2), key))).mode & 0o777, 0o600);

  // An unreadable file aborts the copy.
  await mkdir(given);
  await assert.rejects(storage.adopt(given), { code: 'EISDIR' });
  const files = await readdir(media, { recursive: true });
  assert.deepEqual(
    files.filter((name) => name.includes('/')),
    [path.join(key.slice(0, 2), key)],
  );
  assert.ok(existsSync(given));
});

test('an old file that is adopted is new to the sweep', async () => {
  const storage = diskStorage(path.join(folder, 'old'));
  const given = path.join(folder, 'old-upload');
  await writeFile(given, 'old');
  await utimes(given, new Date(0), new Date(0));
  await storage.adopt(given);
  for await (const { key } of storage.listOlderThan(new Date(Date.now() - 60_000))) assert.fail(key);
});
