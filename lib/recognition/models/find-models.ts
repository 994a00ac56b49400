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

/** The name of the engine that needs no model, for `LONGHAND_MODEL` and `npm run models -- use`. */
export const noModel = 'pocketsphinx';

/** The models in this folder, by name, with manifest and complete files. Contents are checked when loading. */
export async function installedModels(modelsDir: string): Promise<InstalledModel[]> {
  const entries = await readdir(modelsDir, { withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const models = await Promise.all(names.toSorted().map((name) => readInstalled(modelsDir, name)));
  return models.filter((model) => model !== undefined);
}

/** The model of this name, as far as `installedModels` looks. */
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

/** The model of this name, ready to be loaded: the content of its files has been checked. Undefined when it is not installed. */
export async function findModel(modelsDir: string, name: string): Promise<InstalledModel | undefined> {
  const model = await readInstalled(modelsDir, name);
  return model && (await sound(model));
}

/** The recognizer to use: `override` (`LONGHAND_MODEL`) or the chosen one; undefined for PocketSphinx or none. */
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

/** The name of the recognizer that `modelInUse` would look for: `pocketsphinx` when that is none. */
export async function nameInUse(modelsDir: string, override: string | undefined): Promise<string> {
  return override ?? (await readChoices(modelsDir)).recognizer ?? noModel;
}

/**
 * The model for this role, ready to be loaded: the one chosen with `use`, else the first by name. Undefined when there is none.
 */
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

/** Files whose content this process has read, by path: their state on the disk then, and their SHA-256. */
const known = new Map<string, { seen: string; sha256: Promise<string> }>();

/** The path of the first file of a model that differs from what was installed; undefined if none. Reads changed files only. */
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
  // A file that could not be read is tried again.
  sha256.catch(() => known.delete(path));
  return sha256;
}
