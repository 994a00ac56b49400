import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type HelperManifest,
  type InstalledModel,
  isModelName,
  type ModelManifest,
  parseManifest,
  type RecognizerManifest,
} from '#lib/recognition/models/manifest';
import type { ModelRole } from '#lib/recognition/models/parts';
import { readChoices } from '#lib/recognition/models/state-files';
import { log } from '#lib/settings/log';
import { hashFile } from '#lib/recognition/models/install/write-hashed';

export const manifestFile = 'model.json';

/** The engine without a model, for `LONGHAND_MODEL` and `npm run models -- use`. */
export const noModel = 'pocketsphinx';

/** Lists models in this folder, by name, that have a manifest and all files. Contents are verified on loading. */
export async function installedModels(modelsDir: string): Promise<InstalledModel[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const models = await Promise.all(names.toSorted().map((name) => readInstalled(modelsDir, name)));
  return models.filter((model) => model !== undefined);
}

/** Reads the model of this name, with the same checks as `installedModels`. */
export async function readInstalled(modelsDir: string, name: string): Promise<InstalledModel | undefined> {
  if (!isModelName(name)) return undefined;
  const folder = path.join(modelsDir, name);
  const text = await readFile(path.join(folder, manifestFile), 'utf8').catch(() => undefined);
  const manifest = text === undefined ? undefined : parseManifest(text);
  if (manifest === undefined || manifest.name !== name) return undefined;
  const files = Object.entries(manifest.files).map(([part, file]) => ({
    part,
    bytes: file.bytes,
    file: path.join(folder, file.path),
  }));
  for (const { file, bytes } of files) {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.size !== bytes) return undefined;
  }
  return { manifest, paths: Object.fromEntries(files.map(({ part, file }) => [part, file])) };
}

/** Returns the model of this name, ready to load, after verifying its files; undefined if it isn't installed. */
export async function findModel(modelsDir: string, name: string): Promise<InstalledModel | undefined> {
  const model = await readInstalled(modelsDir, name);
  return model && (await sound(model));
}

/** Returns the recognizer to use: `override` (`LONGHAND_MODEL`) or the chosen one; undefined for PocketSphinx. */
export async function modelInUse(
  modelsDir: string,
  override: string | undefined,
): Promise<InstalledModel<RecognizerManifest> | undefined> {
  const name = await nameInUse(modelsDir, override);
  if (name === noModel) return undefined;
  const model = await findModel(modelsDir, name);
  if (model !== undefined && isRecognizer(model)) return model;
  log().error({ model: name, modelsDir }, 'model in use is not installed, using PocketSphinx');
  return undefined;
}

/** Returns the name of the recognizer that `modelInUse` looks for, `pocketsphinx` for none. */
export async function nameInUse(modelsDir: string, override: string | undefined): Promise<string> {
  return override ?? (await readChoices(modelsDir)).recognizer ?? noModel;
}

/** Returns the model for this role, ready to load: the one chosen with `use`, else the first by name; undefined if none. */
export async function findHelper(
  modelsDir: string,
  role: Exclude<ModelRole, 'recognizer'>,
): Promise<InstalledModel<HelperManifest> | undefined> {
  const chosen = (await readChoices(modelsDir))[role];
  const candidates = (await installedModels(modelsDir)).filter(
    (model): model is InstalledModel<HelperManifest> => model.manifest.role === role,
  );
  const isChosen = (model: InstalledModel) => Number(model.manifest.name === chosen);
  for (const model of candidates.toSorted((one, other) => isChosen(other) - isChosen(one))) {
    if ((await sound(model)) !== undefined) return model;
  }
  return undefined;
}

export function isRecognizer(model: InstalledModel): model is InstalledModel<RecognizerManifest> {
  return model.manifest.role === 'recognizer';
}

async function sound<Manifest extends ModelManifest>(
  model: InstalledModel<Manifest>,
): Promise<InstalledModel<Manifest> | undefined> {
  const damaged = await findDamage(model);
  if (damaged === undefined) return model;
  log().error(
    { model: model.manifest.name, file: damaged },
    'model is damaged and not used, install it again',
  );
  return undefined;
}

/** Hashed files by path, with their state on disk at that time and their SHA-256. */
const known = new Map<string, { seen: string; sha256: Promise<string> }>();

/** Returns the path of a model's first damaged file; undefined if none. Reads only changed files. */
async function findDamage({ manifest, paths }: InstalledModel): Promise<string | undefined> {
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
  // Retry a file that couldn't be read.
  sha256.catch(() => known.delete(path));
  return sha256;
}
