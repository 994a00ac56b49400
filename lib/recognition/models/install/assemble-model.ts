import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readInstalled } from '#lib/recognition/models/find-models';
import { identifyModel, type ModelHints } from '#lib/recognition/models/install/identify-model';
import { placeModel } from '#lib/recognition/models/install/place-model';
import { type Content, copyHashed } from '#lib/recognition/models/install/write-hashed';
import type { InstalledModel, ModelFile, ModelManifest } from '#lib/recognition/models/manifest';
import { ModelProblem } from '#lib/recognition/models/model-problem';

/** Facts about a model that is added, by its operator or its package. */
export interface StatedOfModel {
  hints: ModelHints;
  license?: string | undefined;
  attribution?: string | undefined;
  memoryMb?: number | undefined;
  /** A file with the tokens, for a model that comes without. */
  tokens?: string | undefined;
}

/** A model that was added, and the facts that are stated nowhere. */
export interface AddedModel {
  model: InstalledModel;
  unknown: readonly ('license' | 'languages' | 'memory')[];
}

/** The folder for the unpacked source of a model, in the folder that it is put together in; nothing of it remains. */
export const sourceFolder = '.source';

/** The parts of a model, before they are put together. */
export interface FoundParts {
  staged: string;
  source: string;
  parts: Record<string, string>;
  /** Brings a part of the source to its place. */
  put: (file: string, target: string) => Promise<Content>;
}

/** Assembles a model from its parts and installs it. Throws a `ModelProblem` before anything large is copied. */
export async function assembleModel(
  modelsDir: string,
  found: FoundParts,
  stated: StatedOfModel & { name: string; signal: AbortSignal },
): Promise<AddedModel> {
  const { name, hints, license, attribution, memoryMb, tokens, signal } = stated;
  const { staged, source } = found;
  const parts = { ...found.parts, ...(tokens !== undefined && { tokens: path.resolve(tokens) }) };
  const identified = await identifyModel(source, { name, parts, hints });
  const files: Record<string, ModelFile> = {};
  for (const [part, file] of Object.entries(parts)) {
    const isGiven = part === 'tokens' && tokens !== undefined;
    const place = isGiven ? 'tokens.txt' : file;
    const target = path.join(staged, place);
    const content = isGiven ? await copyHashed(file, target, signal) : await found.put(file, target);
    files[part] = { path: place, ...content };
  }
  await rm(path.join(staged, sourceFolder), { recursive: true, force: true });
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
  await placeModel(modelsDir, staged, manifest);
  const isRecognizer = identified.role === 'recognizer';
  const lacks = {
    license: license === undefined,
    languages: isRecognizer && identified.languages === undefined,
    // That of models which help a recognizer isn't counted.
    memory: isRecognizer && memoryMb === undefined,
  };
  const unknown = (['license', 'languages', 'memory'] as const).filter((what) => lacks[what]);
  return { model: await readBack(modelsDir, name), unknown };
}

export async function readBack(modelsDir: string, name: string): Promise<InstalledModel> {
  const model = await readInstalled(modelsDir, name);
  if (model === undefined) throw new ModelProblem(`${name} can’t be read back from ${modelsDir}.`);
  return model;
}
