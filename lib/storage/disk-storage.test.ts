import assert from 'node:assert/strict';
import { mkdtemp, open, readdir, readlink, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test, type TestContext } from 'node:test';
import { diskStorage } from '#lib/storage/disk-storage';

/* What only a disk is asked for. */

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-disk-'));
});
after(() => rm(folder, { recursive: true, force: true }));

/** What is flushed from now on: files and folders, these with the names that they have then. */
async function noteFlushes(t: TestContext): Promise<Array<{ file: string; names: string[] }>> {
  const flushed: Array<{ file: string; names: string[] }> = [];
  const some = await open(folder, 'r');
  const prototype = Object.getPrototypeOf(some) as FileHandle;
  await some.close();
  const { sync } = prototype;
  t.mock.method(prototype, 'sync', async function note(this: FileHandle) {
    const file = await readlink(`/proc/self/fd/${this.fd}`);
    flushed.push({ file, names: await readdir(file).catch(() => []) });
    return sync.call(this);
  });
  return flushed;
}

test('bytes are flushed before they have their name, and their name before it is told', async (t) => {
  const media = path.join(folder, 'media');
  const storage = diskStorage(media);
  const flushed = await noteFlushes(t);
  /** Checks what was flushed for a key. */
  const check = (key: string, before: RegExp[]) => {
    // A shelf may have been there.
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
