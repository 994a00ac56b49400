import { createReadStream } from 'node:fs';
import { access, link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { newId } from '#lib/ids/new-id';
import { countUpTo } from '#lib/storage/count-up-to';
import type { Storage } from '#lib/storage/storage';

/** Error codes of file systems that can't flush folders. */
const cannotFlush = new Set(['EINVAL', 'EBADF', 'ENOTSUP']);

const unfinished = '.part';
const chunkBytes = 64 * 1024;

/** Creates storage in a folder on this machine's disk. */
export function diskStorage(folder: string): Storage {
  const toPath = (key: string): string => path.join(folder, key.slice(0, 2), key);

  const makeShelf = async (key: string): Promise<void> => {
    // Only the service may read recordings.
    const made = await mkdir(path.dirname(toPath(key)), { recursive: true, mode: 0o700 });
    if (made !== undefined) await flush(folder);
  };

  const reserve = async (): Promise<{ key: string; file: string }> => {
    const key = newId();
    await makeShelf(key);
    return { key, file: toPath(key) };
  };

  const storage: Storage = {
    async check() {
      const { key } = await storage.save(Readable.from([Buffer.from('ready')]), { maxBytes: 16 });
      await storage.remove(key);
    },
    async save(source, { maxBytes, digest }) {
      // The source may fail before the pipeline listens, which then still gets the error.
      source.on('error', () => {});
      const { key, file } = await reserve();
      const count = countUpTo(maxBytes, digest);
      try {
        // Opened first: a stream destroyed while opening its file may create it after its removal.
        const opened = await open(file + unfinished, 'w', 0o600);
        // Flushed before the rename: an accepted job's media must survive a power cut, like its row.
        await pipeline(source, count.stream, opened.createWriteStream({ flush: true }));
        await renameDurably(file + unfinished, file);
      } catch (error) {
        await rm(file + unfinished, { force: true });
        throw error;
      }
      return { key, bytes: count.bytes() };
    },
    async adopt(from) {
      const { key, file } = await reserve();
      // The sweep deletes old files without a job, and this one's job doesn't exist yet.
      await utimes(from, new Date(), new Date());
      await flush(from);
      await renameOrCopy(from, file);
      return { key, bytes: (await stat(file)).size };
    },
    async copy(from) {
      const { key, file } = await reserve();
      // Media never changes, so a hard link is as good as a copy.
      await link(toPath(from), file);
      // The sweep deletes old files without a job, and this one's job doesn't exist yet.
      await utimes(file, new Date(), new Date());
      await flush(path.dirname(file));
      return { key, bytes: (await stat(file)).size };
    },
    async withLocalFile(key, use) {
      const file = toPath(key);
      await access(file);
      return use(file);
    },
    exportTo: (key, file) => linkOrCopy(toPath(key), file),
    async importFrom(key, from) {
      const file = toPath(key);
      if (await isThere(file)) return;
      await makeShelf(key);
      // Left by an interrupted import.
      await rm(file + unfinished, { force: true });
      await linkOrCopy(from, file + unfinished);
      // The sweep deletes old files without a job, and this one's job may not be restored yet.
      await utimes(file + unfinished, new Date(), new Date());
      await renameDurably(file + unfinished, file);
    },
    async getSize(key) {
      return (await stat(toPath(key)).catch(() => undefined))?.size;
    },
    read: (key, range) => readFrom(toPath(key), range),
    async remove(key) {
      await rm(toPath(key), { force: true });
    },
    async *listOlderThan(date) {
      for (const shelf of await readdir(folder).catch(() => [])) {
        // There may be other files, such as the system's.
        for (const key of await readdir(path.join(folder, shelf)).catch(() => [])) {
          const found = await stat(path.join(folder, shelf, key)).catch(() => undefined);
          if (found !== undefined && found.mtime < date) yield { key };
        }
      }
    },
  };
  return storage;
}

/** Reads the bytes of a file, like `Storage.read`. */
export async function* readFrom(
  file: string,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Uint8Array, void> {
  const opened = await open(file);
  try {
    for (let at = start; at <= end;) {
      const wanted = Math.min(chunkBytes, end - at + 1);
      const { buffer, bytesRead } = await opened.read(new Uint8Array(wanted), 0, wanted, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await opened.close();
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Renames a flushed file durably, or not at all. */
async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  try {
    await flush(path.dirname(to));
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}

/** Like `renameDurably`, but copies across file systems: the name never refers to an incomplete file. */
async function renameOrCopy(from: string, to: string): Promise<void> {
  try {
    await renameDurably(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    try {
      await copyFile(from, to + unfinished);
      await renameDurably(to + unfinished, to);
    } catch (failure) {
      await rm(to + unfinished, { force: true });
      throw failure;
    }
    await rm(from, { force: true });
  }
}

/** Error codes of disks that can't create this hard link. */
const cannotLink = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS', 'EACCES']);

/** Media never changes, so a hard link is as good as a copy. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!cannotLink.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await copyFile(from, to);
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  const target = await open(to, 'wx', 0o600);
  await pipeline(createReadStream(from), target.createWriteStream({ flush: true }));
}

/** Flushes a file's bytes, or a folder's names, to survive a power cut. */
async function flush(fileOrFolder: string): Promise<void> {
  const opened = await open(fileOrFolder, 'r');
  try {
    await opened.sync();
  } catch (error) {
    if (!cannotFlush.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await opened.close();
  }
}
