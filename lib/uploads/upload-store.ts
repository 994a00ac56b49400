import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import { countUploadBytes } from '#lib/metrics/metrics';
import { env } from '#lib/settings/env';

/*
 * Uploads on their way from a browser, by the tus protocol. Each account has a folder of its own, so that an upload of
 * another account is one that is not there. An upload is a file and, beside it, what is known of it (`<id>.json`).
 */

/** Where the uploads of all accounts lie. */
export function uploadsFolder(): string {
  return path.join(env().dataDir, 'uploads');
}

/** The store's own `write` keeps to itself why it fails (@tus/file-store 2.1.1): a full disk must be told. */
class UploadStore extends FileStore {
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(path.join(this.directory, id), { flags: 'r+', start: offset });
    await pipeline(source, file).finally(() => countUploadBytes('site', file.bytesWritten));
    return offset + file.bytesWritten;
  }
}

/** The account's uploads. */
export async function uploadStore({ accountId }: { accountId: string }): Promise<FileStore> {
  const directory = path.join(uploadsFolder(), accountId);
  // The store would make the folder too, but for everybody's eyes, and end the process where it can't.
  await mkdir(directory, { recursive: true, mode: 0o700 });
  return new UploadStore({ directory });
}

/** Whether this can be the id of an upload: those are `newId`'s. */
export function isUploadId(id: string): boolean {
  return /^[0-9A-Za-z]{22}$/.test(id);
}
