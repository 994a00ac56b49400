import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newId } from '#lib/ids/new-id';
import { TooLarge, type Storage } from '#lib/storage/storage';

const chunkBytes = 64 * 1024;

/** Returns storage without a disk: media are bytes in this process, as an object store would hold them elsewhere. */
export function memoryStorage(): Storage {
  const objects = new Map<string, { content: Buffer; at: Date }>();
  const put = (content: Buffer): { key: string; bytes: number } => {
    const key = newId();
    objects.set(key, { content, at: new Date() });
    return { key, bytes: content.length };
  };
  const get = (key: string): Buffer => {
    const found = objects.get(key);
    if (found === undefined) throw new Error(`${key} is gone`);
    return found.content;
  };
  return {
    check: async () => {},
    async save(source, { maxBytes, digest }) {
      let content = Buffer.alloc(0);
      for await (const chunk of source as AsyncIterable<Buffer>) {
        digest?.update(chunk);
        content = Buffer.concat([content, chunk]);
        if (content.length > maxBytes) throw new TooLarge(`more than ${maxBytes} bytes`);
      }
      return put(content);
    },
    async adopt(file) {
      const stored = put(await readFile(file));
      await rm(file);
      return stored;
    },
    copy: async (key) => put(get(key)),
    async withLocalFile(key, use) {
      const content = get(key);
      const folder = await mkdtemp(path.join(tmpdir(), 'longhand-memory-'));
      try {
        const file = path.join(folder, key);
        await writeFile(file, content);
        return await use(file);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    exportTo: async (key, file) => writeFile(file, get(key), { flag: 'wx' }),
    async importFrom(key, file) {
      if (!objects.has(key)) objects.set(key, { content: await readFile(file), at: new Date() });
    },
    getSize: async (key) => objects.get(key)?.content.length,
    async *read(key, { start, end }) {
      const content = get(key).subarray(start, end + 1);
      for (let at = 0; at < content.length; at += chunkBytes) yield content.subarray(at, at + chunkBytes);
    },
    async remove(key) {
      objects.delete(key);
    },
    async *listOlderThan(date) {
      for (const [key, { at }] of objects) if (at < date) yield { key };
    },
  };
}
