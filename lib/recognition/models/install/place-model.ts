import { mkdir, open, rename, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import { manifestFile } from '#lib/recognition/models/find-models';
import type { ModelManifest } from '#lib/recognition/models/manifest';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { missingParts } from '#lib/recognition/models/parts';
import { formatBytes } from '#lib/recognition/models/format-bytes';

// Names of models never begin with a dot, so that nothing in these folders is taken for one.
const staging = '.staging';
const downloads = '.downloads';

/** The folder in which downloads grow; made when missing. */
export async function downloadsFolder(modelsDir: string): Promise<string> {
  const folder = path.join(modelsDir, downloads);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** An empty staging folder on the models' disk, cleared of remains. Only the lock's holder may ask for it. */
export async function stagingFolder(modelsDir: string, name: string): Promise<string> {
  const root = path.join(modelsDir, staging);
  await rm(root, { recursive: true, force: true });
  const folder = path.join(root, name);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Removes the leftovers of an attempt from the staging folder. */
export async function clearStaging(modelsDir: string): Promise<void> {
  await rm(path.join(modelsDir, staging), { recursive: true, force: true });
}

/** Throws a `ModelProblem` unless the disk of the models has this much free for the model of this name. */
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

/** Moves a complete staging folder into place as the model, atomically, replacing one of that name. */
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
  // A folder can't be renamed over one with content.
  await rename(destination, `${folder}.old`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(folder, destination);
  await clearStaging(modelsDir);
}
