import { stat } from 'node:fs/promises';
import { hashFile } from '#lib/recognition/models/hash-file';
import type { InstalledModel } from '#lib/recognition/models/manifest';

/** Files whose content this process has read, by path: what the disk said of them then, and their SHA-256. */
const known = new Map<string, { seen: string; sha256: Promise<string> }>();

/**
 * The first file of a model whose content is not what was installed, as its path; undefined when all are right. A file is read
 * when this process asks the first time, and again when its size, time of change or inode differ from then.
 */
export async function findDamage({ manifest, paths }: InstalledModel): Promise<string | undefined> {
  for (const [part, file] of Object.entries(manifest.files)) {
    const path = paths[part];
    const sha256 = path === undefined ? undefined : await readHash(path).catch(() => undefined);
    if (sha256 !== file.sha256) return path ?? file.path;
  }
  return undefined;
}

async function readHash(path: string): Promise<string> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(path);
  const seen = [size, mtimeMs, ctimeMs, ino].join(' ');
  const before = known.get(path);
  if (before?.seen === seen) return before.sha256;
  const sha256 = hashFile(path);
  known.set(path, { seen, sha256 });
  // A file that could not be read is tried again.
  sha256.catch(() => known.delete(path));
  return sha256;
}
