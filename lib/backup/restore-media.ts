import path from 'node:path';
import { toMediaKey } from '#lib/backup/copy-media';
import type { Manifest } from '#lib/backup/manifest';
import type { Storage } from '#lib/storage/storage';

/** Puts the media of a backup into storage, under the keys that its rows have. One that is there already is left as it is. */
export async function restoreMedia(
  storage: Storage,
  folder: string,
  {
    manifest,
    signal,
    onProgress = () => {},
  }: { manifest: Manifest; signal?: AbortSignal; onProgress?: (done: number, all: number) => void },
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
