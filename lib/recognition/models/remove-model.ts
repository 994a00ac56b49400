import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isModelName } from '#lib/recognition/models/manifest';
import { clearStaging, downloadsFolder, stagingFolder } from '#lib/recognition/models/install/place-model';

/** Removes a model and its downloads. Returns true if there were any. The caller must hold the lock. */
export async function removeModel(modelsDir: string, name: string): Promise<boolean> {
  if (!isModelName(name)) return false;
  const folder = path.join(modelsDir, name);
  const isThere = (await stat(folder).catch(() => undefined))?.isDirectory() === true;
  if (isThere) {
    // An atomic rename, so that a partial folder is never read.
    const aside = await stagingFolder(modelsDir, name);
    await rename(folder, path.join(aside, 'removed'));
    await clearStaging(modelsDir);
  }
  const downloads = await downloadsFolder(modelsDir);
  const parts = (await readdir(downloads)).filter(
    (file) => file.replace(/-[0-9a-f]{12}(\.json)?$/, '') === name,
  );
  await Promise.all(parts.map((file) => rm(path.join(downloads, file), { force: true })));
  return isThere || parts.length > 0;
}
