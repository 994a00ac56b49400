import { rm } from 'node:fs/promises';
import path from 'node:path';
import { readInstalled } from '#lib/recognition/models/find-models';
import { identifyModel, type ModelHints } from '#lib/recognition/models/install/identify-model';
import { placeModel } from '#lib/recognition/models/install/place-model';
import { type Content, copyHashed } from '#lib/recognition/models/install/write-hashed';
import type { InstalledModel, ModelFile, ModelManifest } from '#lib/recognition/models/manifest';
import { ModelProblem } from '#lib/recognition/models/model-problem';

/** Facts about an added model from its operator or package. */
export interface StatedOfModel {
  hints: ModelHints;
  license?: string | undefined;
  attribution?: string | undefined;
  memoryMb?: number | undefined;
  /** A tokens file, for a model that lacks one. */
  tokens?: string | undefined;
}

/** An added model, and the facts that are unknown. */
export interface AddedModel {
  model: InstalledModel;
  unknown: readonly ('license' | 'languages' | 'memory')[];
}

/** The folder for a model's unpacked source inside its staging folder, which is removed afterwards. */
export const sourceFolder = '.source';

/** A model's parts before assembly. */
export interface FoundParts {
  staged: string;
  source: string;
  parts: Record<string, string>;
  /** Moves or copies a part of the source to the target. */
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
    // Weights are read into memory, and inference takes about as much. A process with the smallest model has 110 MiB.
    memoryMb: memoryMb ?? Math.ceil((2 * bytes) / 1024 ** 2 + 110),
  };
  await placeModel(modelsDir, staged, manifest);
  const isRecognizer = identified.role === 'recognizer';
  const lacks = {
    license: license === undefined,
    languages: isRecognizer && identified.languages === undefined,
    // Memory of helper models isn't counted.
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
