import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { manifestFile } from '#lib/recognition/models/find-models';
import type { ModelManifest } from '#lib/recognition/models/manifest';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { missingParts } from '#lib/recognition/models/parts';
import { formatBytes } from '#lib/recognition/models/format-bytes';

// Model names never begin with a dot, so these folders aren't mistaken for models.
const staging = '.staging';
const downloads = '.downloads';

/** Returns the folder for downloads, creating it if missing. */
export async function downloadsFolder(modelsDir: string): Promise<string> {
  const folder = path.join(modelsDir, downloads);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Returns an empty staging folder on the models' disk, without leftovers. The caller must hold the lock. */
export async function stagingFolder(modelsDir: string, name: string): Promise<string> {
  const root = path.join(modelsDir, staging);
  await rm(root, { recursive: true, force: true });
  const folder = path.join(root, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Removes leftovers from the staging folder. */
export async function clearStaging(modelsDir: string): Promise<void> {
  await rm(path.join(modelsDir, staging), { recursive: true, force: true });
}

/** Throws a `ModelProblem` unless the models' disk has this much free space for the named model. */
export async function checkFreeSpace(
  modelsDir: string,
  { name, bytes }: { name: string; bytes: number },
): Promise<void> {
  const { bavail, bsize } = await statfs(modelsDir);
  if (bavail * bsize >= bytes) return;
  throw new ModelProblem(
    `Not enough disk space for ${name}: about ${formatBytes(bytes)} needed, ${formatBytes(bavail * bsize)} free in ${modelsDir}.`,
  );
}

/** Installs a complete staging folder as the model, atomically, replacing one with the same name. */
export async function placeModel(modelsDir: string, folder: string, manifest: ModelManifest): Promise<void> {
  const missing = missingParts(manifest, Object.keys(manifest.files));
  if (missing.length > 0) throw new ModelProblem(`${manifest.name} lacks its ${missing.join(', ')}.`);
  const file = await open(path.join(folder, manifestFile), 'wx');
  try {
    await file.writeFile(`${JSON.stringify(manifest, undefined, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  const destination = path.join(modelsDir, manifest.name);
  // A rename can't replace a folder that isn't empty.
  await rename(destination, `${folder}.old`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(folder, destination);
  await clearStaging(modelsDir);
}
