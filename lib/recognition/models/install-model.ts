import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CatalogueModel } from '#lib/recognition/models/catalogue';
import { downloadFile, forgetDownload } from '#lib/recognition/models/download-file';
import { extractArchive } from '#lib/recognition/models/extract-archive';
import { findModel } from '#lib/recognition/models/find-models';
import { hashFile } from '#lib/recognition/models/hash-file';
import type { InstalledModel, ModelFile, ModelManifest } from '#lib/recognition/models/manifest';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';
import {
  clearStaging,
  downloadsFolder,
  checkFreeSpace,
  placeModel,
  stagingFolder,
} from '#lib/recognition/models/place-model';
import { copyHashed, type Content } from '#lib/recognition/models/write-hashed';

/** What an installation is doing; bytes count from 0 to those of the model. */
export type InstallProgress = { phase: 'download'; done: number } | { phase: 'check' | 'unpack' };

export interface InstallOptions {
  /** What stands before the asset's path, without a trailing slash. */
  baseUrl: string;
  /** The checksum that the operator gives for a model that has none published. */
  sha256?: string | undefined;
  signal: AbortSignal;
  onProgress?: ((progress: InstallProgress) => void) | undefined;
}

/** What the unpacked model takes at most, as a multiple of its archive; by the published sizes of Parakeet's files it is 1.3. */
const spaceFactor = 1.5;

/**
 * Downloads, checks, unpacks and puts in place a published model, unless it is there and sound. Nothing of it is in use before all
 * of it is right. Only whoever holds the lock of the models' folder may do so. Throws a `ModelProblem` that says what is wrong,
 * and the signal's reason when aborted; a download that broke off is continued by the next call.
 */
export async function installModel(
  modelsDir: string,
  model: CatalogueModel,
  options: InstallOptions,
): Promise<InstalledModel> {
  const before = await findModel(modelsDir, model.name);
  if (before !== undefined) return before;
  try {
    const archive = await fetchAsset(modelsDir, model, options);
    await placeAsset(modelsDir, model, archive, options);
    await forgetDownload(archive);
  } catch (error) {
    await clearStaging(modelsDir);
    options.signal.throwIfAborted();
    throw explainDiskError(error, modelsDir);
  }
  const installed = await findModel(modelsDir, model.name);
  if (installed === undefined) throw new ModelProblem(`${model.name} can't be read back from ${modelsDir}.`);
  return installed;
}

/** Downloads the asset and checks it; one that was put together from several answers and is wrong is done once more from the start. */
async function fetchAsset(
  modelsDir: string,
  model: CatalogueModel,
  options: InstallOptions,
): Promise<string> {
  const { signal, onProgress } = options;
  const wanted = model.sha256 ?? options.sha256?.toLowerCase();
  if (wanted === undefined) {
    throw new ModelProblem(
      `No checksum is published for ${model.name}: give the one that you trust with --sha256 HEX. Nothing was installed.`,
    );
  }
  const file = path.join(await downloadsFolder(modelsDir), `${model.name}-${wanted.slice(0, 12)}`);
  const there = await stat(file).catch(() => undefined);
  await checkFreeSpace(modelsDir, spaceFactor * model.bytes + model.bytes - (there?.size ?? 0));
  for (;;) {
    const { joined } = await downloadFile(`${options.baseUrl}/${model.asset}`, file, {
      bytes: model.bytes,
      signal,
      onBytes: (done) => onProgress?.({ phase: 'download', done }),
    }).catch(async (error: unknown) => {
      const explained = explainDiskError(error, modelsDir);
      // A full disk also stops the database: what was downloaded makes room.
      if (explained !== error) await forgetDownload(file);
      throw explained;
    });
    onProgress?.({ phase: 'check' });
    const found = await hashFile(file, signal);
    if (found === wanted) return file;
    await forgetDownload(file);
    if (joined) continue;
    throw new ModelProblem(
      `${model.name}: the checksum of the download is wrong (${found} instead of ${wanted}). Nothing was installed.`,
    );
  }
}

/** Makes an asset that was checked an installed model. */
export async function placeAsset(
  modelsDir: string,
  model: CatalogueModel,
  asset: string,
  { signal, onProgress }: Pick<InstallOptions, 'signal' | 'onProgress'>,
): Promise<void> {
  onProgress?.({ phase: 'unpack' });
  const folder = await stagingFolder(modelsDir, model.name);
  const isArchive = /\.tar(\.\w+)?$/.test(model.asset);
  const files = isArchive
    ? await takeParts(model, asset, { folder, signal })
    : await copyAsset(model, asset, { folder, signal });
  signal.throwIfAborted();
  await placeModel(modelsDir, folder, toManifest(model, files));
}

type Files = ModelManifest['files'];

async function takeParts(
  model: CatalogueModel,
  archive: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Files> {
  const wanted = new Set(Object.values(model.parts));
  // Below the archive's one folder.
  const toPart = (inside: string) => {
    const below = inside.slice(inside.indexOf('/') + 1);
    return wanted.has(below) ? below : undefined;
  };
  return fillParts(model, await extractArchive(archive, { into: folder, getTarget: toPart, signal }));
}

async function copyAsset(
  model: CatalogueModel,
  asset: string,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Files> {
  const [name = ''] = Object.values(model.parts);
  return fillParts(model, new Map([[name, await copyHashed(asset, path.join(folder, name), signal)]]));
}

function fillParts(model: CatalogueModel, files: Map<string, Content>): Files {
  return Object.fromEntries(
    Object.entries(model.parts).map(([part, name]): [string, ModelFile] => {
      const file = files.get(name);
      if (file === undefined)
        throw new ModelProblem(`The archive of ${model.name} has no ${name}. Nothing was installed.`);
      return [part, { path: name, ...file }];
    }),
  );
}

function toManifest(model: CatalogueModel, files: Files): ModelManifest {
  const { asset: _, bytes: __, sha256: ___, parts: ____, forWhom: _____, ...description } = model;
  return { ...description, files };
}
