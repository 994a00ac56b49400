import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { newId } from '#lib/ids/new-id';
import { countUploadBytes } from '#lib/metrics/metrics';
import { openStorage } from '#lib/storage/open-storage';
import type { AccountUploads } from '#lib/uploads/account-uploads';
import { createWithinLimits } from '#lib/uploads/create-within-limits';

/** The uploads of one account, as the tus server sees them. */
class UploadStore extends FileStore {
  override create(upload: Upload): Promise<Upload> {
    return createWithinLimits(upload, {
      list: () => this.listNames(),
      read: (id) => this.configstore.get(id),
      create: (within) => super.create(within),
      remove: (id) => this.remove(id),
    });
  }

  /** The store's own `write` hides why it fails (@tus/file-store 2.1.1), but a full disk must be reported. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(path.join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(source, file).finally(() => countUploadBytes('site', file.bytesWritten));
    return offset + file.bytesWritten;
  }

  async listNames(): Promise<string[]> {
    const names = await readdir(this.directory);
    return names.filter((name) => name.endsWith('.json')).map((name) => path.basename(name, '.json'));
  }
}

/** Returns the uploads in this folder of an account. An upload is a file, with its metadata beside it (`<id>.json`). */
export async function diskUploads(directory: string): Promise<AccountUploads> {
  // The store would create the folder too, but readable by everyone, and would end the process on failure.
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const datastore = new UploadStore({ directory });
  const toPath = (id: string): string => path.join(directory, id);
  return {
    datastore,
    toName: (id) => id,
    async list() {
      const found = (await datastore.listNames()).map(async (uploadId) => {
        // It may be removed meanwhile.
        const file = await stat(toPath(uploadId)).catch(() => undefined);
        return file === undefined ? [] : [{ uploadId, changedAt: file.mtime }];
      });
      return (await Promise.all(found)).flat();
    },
    withLocalFile: (id, use) => use(toPath(id)),
    note: (upload) => datastore.configstore.set(upload.id, upload),
    adopt: async (id) => openStorage().adopt(await linkAside(toPath(id))),
    remove: (id) => datastore.remove(id),
  };
}

/** Creates a second link to the upload's file, to be moved into storage: the first one stays until the job exists. */
async function linkAside(file: string): Promise<string> {
  const aside = `${file}.${newId()}`;
  await link(file, aside);
  return aside;
}
