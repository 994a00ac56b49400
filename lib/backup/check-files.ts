import { stat } from 'node:fs/promises';
import path from 'node:path';
import { BackupProblem, type Manifest } from '#lib/backup/manifest';
import { measureFile } from '#lib/backup/measure-stream';

/** Reads all files of a backup. Throws a `BackupProblem` that names the first one that isn't what it was. */
export async function checkFiles(
  folder: string,
  {
    manifest,
    signal,
    onProgress = () => {},
  }: { manifest: Manifest; signal?: AbortSignal; onProgress?: (done: number, all: number) => void },
): Promise<void> {
  for (const [done, { path: name, bytes, sha256 }] of manifest.files.entries()) {
    signal?.throwIfAborted();
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) throw new BackupProblem(`${file} is missing.`);
    if (found.size !== bytes || (await measureFile(file, signal)).sha256 !== sha256) {
      throw new BackupProblem(`${file} is damaged: it has changed since the backup was made.`);
    }
    onProgress(done + 1, manifest.files.length);
  }
}
