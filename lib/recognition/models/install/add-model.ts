import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  catalogue,
  toManifest,
  type CatalogueModel,
  type ReleaseAsset,
} from '#lib/recognition/models/catalogue';
import { extractArchive } from '#lib/recognition/models/install/extract-archive';
import { readInstalled } from '#lib/recognition/models/find-models';
import { hashFile } from '#lib/recognition/models/hash-file';
import { findParts, identifyModel, type ModelHints } from '#lib/recognition/models/install/identify-model';
import { takeAsset } from '#lib/recognition/models/install/fetch-release';
import type { InstalledModel, ModelFile, ModelManifest } from '#lib/recognition/models/manifest';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';
import { isModelName } from '#lib/recognition/models/parse-manifest';
import {
  clearStaging,
  checkFreeSpace,
  placeModel,
  stagingFolder,
} from '#lib/recognition/models/install/place-model';
import { copyHashed } from '#lib/recognition/models/install/write-hashed';

export interface AddOptions {
  /** What to call it; undefined for the name of its folder or archive. */
  name?: string | undefined;
  hints: ModelHints;
  license?: string | undefined;
  attribution?: string | undefined;
  memoryMb?: number | undefined;
  signal: AbortSignal;
}

/**
 * Installs a model that lies on this machine: a folder, an archive or one ONNX file. What it is follows from its files, and from
 * the catalogue when they are a published model's. A model of the same name is replaced. Only whoever holds the lock of the
 * models' folder may do so. Throws a `ModelProblem` that says what is wrong, and the signal's reason when aborted.
 */
export async function addModel(
  modelsDir: string,
  source: string,
  options: AddOptions,
): Promise<InstalledModel> {
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) throw new ModelProblem(`${source} is not there.`);
  const name = options.name ?? toName(source);
  if (!isModelName(name)) {
    throw new ModelProblem(
      `“${name}” can't be the name of a model. Add --name with small letters, digits, dots, hyphens.`,
    );
  }
  try {
    const published = await findPublished(source, found.isDirectory());
    if (published !== undefined) {
      const { asset, file } = published;
      const model = { ...published.model, ...(options.name === undefined ? {} : { name }) };
      const folder = await stagingFolder(modelsDir, model.name);
      const files = await takeAsset(folder, asset, file, options.signal);
      await placeModel(modelsDir, folder, toManifest(model, files));
      return await readBack(modelsDir, model.name);
    }
    if (found.isDirectory()) await addFolder(modelsDir, source, { ...options, name });
    else if (source.endsWith('.onnx'))
      await addFiles(modelsDir, path.dirname(source), [path.basename(source)], { ...options, name });
    else await addArchive(modelsDir, source, { ...options, name, bytes: found.size });
    return await readBack(modelsDir, name);
  } catch (error) {
    await clearStaging(modelsDir);
    options.signal.throwIfAborted();
    throw explainDiskError(error, modelsDir);
  }
}

type Named = AddOptions & { name: string };

/** The published model that this file, or the only model file of this folder, is byte for byte. */
async function findPublished(
  source: string,
  isFolder: boolean,
): Promise<{ model: CatalogueModel; asset: ReleaseAsset; file: string } | undefined> {
  const inFolder = isFolder ? (await listFiles(source)).filter((file) => /\.(onnx|ort)$/.test(file)) : [''];
  const [only = ''] = inFolder;
  if (inFolder.length !== 1) return undefined;
  const file = path.join(source, only);
  const { size } = await stat(file);
  const assets = catalogue.flatMap((model) =>
    model.sources.flatMap((asset) => (asset.kind === 'release' ? { model, asset } : [])),
  );
  const sameSize = assets.filter(({ asset }) => asset.bytes === size);
  if (sameSize.length === 0) return undefined;
  const sha256 = await hashFile(file);
  const found = sameSize.find(({ asset }) => asset.sha256 === sha256);
  return found && { ...found, file };
}

async function addFolder(modelsDir: string, source: string, options: Named): Promise<void> {
  await addFiles(modelsDir, source, await listFiles(source), options);
}

/** Copies the parts of a model and makes it one that is installed. */
async function addFiles(modelsDir: string, source: string, files: string[], options: Named): Promise<void> {
  const parts = findParts(files);
  // A look at the originals first: they may be large, and no model.
  await identifyModel(source, { ...options, parts });
  const lengths = await Promise.all(
    Object.values(parts).map(async (file) => (await stat(path.join(source, file))).size),
  );
  const folder = await stagingFolder(modelsDir, options.name);
  await checkFreeSpace(
    modelsDir,
    lengths.reduce((sum, bytes) => sum + bytes, 0),
  );
  const copied: Record<string, ModelFile> = {};
  for (const [part, file] of Object.entries(parts)) {
    const content = await copyHashed(path.join(source, file), path.join(folder, file), options.signal);
    copied[part] = { path: file, ...content };
  }
  await finish(modelsDir, folder, copied, options);
}

async function addArchive(
  modelsDir: string,
  source: string,
  options: Named & { bytes: number },
): Promise<void> {
  const folder = await stagingFolder(modelsDir, options.name);
  await checkFreeSpace(modelsDir, 2 * options.bytes);
  const toPart = (inside: string) => {
    const below = inside.slice(inside.indexOf('/') + 1);
    return isOfModel(below) ? below : undefined;
  };
  const files = await extractArchive(source, { into: folder, getTarget: toPart, signal: options.signal });
  const parts = findParts([...files.keys()]);
  const used = new Set(Object.values(parts));
  for (const file of files.keys()) {
    if (!used.has(file)) await rm(path.join(folder, file));
  }
  const entries = Object.entries(parts).map(([part, file]): [string, ModelFile] => {
    const content = files.get(file);
    if (content === undefined) throw new ModelProblem(`The archive has no ${file}.`);
    return [part, { path: file, ...content }];
  });
  await finish(modelsDir, folder, Object.fromEntries(entries), options);
}

async function finish(
  modelsDir: string,
  folder: string,
  files: Record<string, ModelFile>,
  { name, hints, license, attribution, memoryMb }: Named,
): Promise<void> {
  const parts = Object.fromEntries(Object.entries(files).map(([part, file]) => [part, file.path]));
  const identified = await identifyModel(folder, { name, parts, hints });
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  const manifest: ModelManifest = {
    ...identified,
    name,
    files,
    license: license ?? 'not stated',
    attribution: attribution ?? 'not stated',
    // Weights are read into memory and about as much is worked with; a process with the smallest model has 110 MiB.
    memoryMb: memoryMb ?? Math.ceil((2 * bytes) / 1024 ** 2 + 110),
  };
  await placeModel(modelsDir, folder, manifest);
}

async function readBack(modelsDir: string, name: string): Promise<InstalledModel> {
  const model = await readInstalled(modelsDir, name);
  if (model === undefined) throw new ModelProblem(`${name} can't be read back from ${modelsDir}.`);
  return model;
}

/** Whether a file of this relative path may be part of a model; recordings to try it with are none. */
function isOfModel(file: string): boolean {
  return /\.(onnx|ort|txt|vocab|json)$/.test(file) && !/(^|\/)test_wavs\//.test(file);
}

/** The files of a folder, and of folders in it, that may be parts of a model. */
async function listFiles(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).toSorted();
  const files: string[] = [];
  for (const name of names) {
    const found = await stat(path.join(folder, name)).catch(() => undefined);
    if (found?.isFile() === true) files.push(name);
    if (found?.isDirectory() !== true) continue;
    files.push(...(await readdir(path.join(folder, name))).toSorted().map((inner) => `${name}/${inner}`));
  }
  return files.filter(isOfModel);
}

/** `sherpa-onnx-zipformer-en-2023-06-26.tar.bz2` becomes `zipformer-en-2023-06-26`. */
function toName(source: string): string {
  return path
    .basename(path.resolve(source))
    .toLowerCase()
    .replace(/\.(onnx|tar(\.\w+)?|tgz|tbz2?)$/, '')
    .replace(/^sherpa-onnx-(nemo-)?/, '')
    .replaceAll(/[^a-z0-9._-]+/g, '-');
}
