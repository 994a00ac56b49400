import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkSpace } from '#lib/backup/check-space';
import type { BackupFile, ReadOptions } from '#lib/backup/manifest';
import { measureFile } from '#lib/backup/measure-stream';
import { isBuiltIn } from '#lib/storage/built-in-files';
import type { Storage } from '#lib/storage/storage';

/** Returns the path of a medium within the backup's folder. */
const toPath = (key: string) => `media/${key.slice(0, 2)}/${key}`;

/** Returns the key of a medium in a backup; undefined for other files. */
export function toMediaKey({ path: file }: Pick<BackupFile, 'path'>): string | undefined {
  return file.startsWith('media/') ? path.basename(file) : undefined;
}

/** Copies media into the folder, except built-in media. Throws a `BackupProblem` if the disk is full. */
export async function copyMedia(
  storage: Storage,
  keys: readonly string[],
  {
    folder,
    signal,
    onProgress = () => {},
  }: { folder: string; signal?: AbortSignal; onProgress?: (done: number, all: number) => void },
): Promise<{ files: BackupFile[]; missing: string[] }> {
  const wanted = keys.filter((key) => !isBuiltIn(key));
  const files: BackupFile[] = [];
  const missing: string[] = [];
  for (const key of wanted) {
    signal?.throwIfAborted();
    const file = path.join(folder, toPath(key));
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    if (await tryExport(storage, key, file)) {
      await chmod(file, 0o600);
      if (files.length === 0) await checkRest(storage, wanted, file);
      files.push({ path: toPath(key), ...(await measureFile(file, signal)) });
    } else missing.push(key);
    onProgress(files.length + missing.length, wanted.length);
  }
  return { files, missing };
}

/** Returns false if the medium is gone. */
async function tryExport(storage: Storage, key: string, file: string): Promise<boolean> {
  try {
    await storage.exportTo(key, file);
    return true;
  } catch (error) {
    if ((await storage.getSize(key)) !== undefined) throw error;
    await rm(file, { force: true });
    return false;
  }
}

/** Checks the disk space for all media, unless the first one was hard-linked and so takes none. */
async function checkRest(storage: Storage, keys: readonly string[], first: string): Promise<void> {
  const { nlink, size } = await stat(first);
  if (nlink > 1) return;
  let bytes = 0;
  for (const key of keys) bytes += (await storage.getSize(key)) ?? 0;
  await checkSpace(path.dirname(first), bytes - size);
}

/** Imports the media of a backup into storage under their keys. Skips media that exist already. */
export async function restoreMedia(
  storage: Storage,
  folder: string,
  { manifest, signal, onProgress = () => {} }: ReadOptions,
): Promise<void> {
  const media = manifest.files.flatMap((file) => {
    const key = toMediaKey(file);
    return key === undefined ? [] : [{ key, file: path.join(folder, file.path) }];
  });
  for (const [done, { key, file }] of media.entries()) {
    signal?.throwIfAborted();
    if ((await storage.getSize(key)) === undefined) await storage.importFrom(key, file);
    onProgress(done + 1, media.length);
  }
}
