import { z } from 'zod';
import { missingParts, modelRoles, recognizerKinds } from '#lib/recognition/models/parts';

/* A model is a folder `<models>/<name>/` with `model.json`, written once every file has been checked. */

const modelName = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** True for a possible name of a model: it becomes the name of a folder, and part of an engine's id. */
export function isModelName(text: string): boolean {
  return modelName.test(text) && text !== 'pocketsphinx';
}

/** True if this relative path stays inside the folder that it is resolved in. */
export function staysInside(path: string): boolean {
  return path !== '' && !/[\\\0]|^\//.test(path) && path.split('/').every((step) => !/^\.{0,2}$/.test(step));
}

const modelFile = z.object({
  path: z.string().refine(staysInside),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One file of a model, checked when it was installed: its path inside the model's folder. */
export type ModelFile = z.output<typeof modelFile>;

const common = {
  name: z.string().refine(isModelName),
  /** The files by their part, named as sherpa-onnx-node names them: `encoder`, `tokens`, `model`, `bpeVocab` (see `parts.ts`). */
  files: z.record(z.string(), modelFile),
  license: z.string(),
  attribution: z.string(),
  /** The memory of a process with this model, in MiB. */
  memoryMb: z.number().positive(),
};

const recognizer = z.object({
  ...common,
  role: z.literal('recognizer'),
  kind: z.enum(recognizerKinds),
  /** BCP 47 tags; undefined when the model does not say. */
  languages: z.array(z.string()).exactOptional(),
  /** True if it finds the language out when none is named. */
  detectsLanguage: z.boolean(),
  /** True for a Whisper model that has learned to translate; left out where that goes by its languages and its name. */
  translates: z.boolean().exactOptional(),
  /** True for a streaming transducer that takes the language of each stream, as Nemotron 3.5 does. */
  takesLanguage: z.boolean().exactOptional(),
  /** The case of its text: as one writes, or all upper or lower case, which also means no punctuation. */
  letterCase: z.enum(['written', 'upper', 'lower']),
  maxPieceSeconds: z.number().positive(),
});

const helper = z.object({
  ...common,
  role: z.enum(modelRoles).exclude(['recognizer']),
  /** Of an embedding: the distance from which on two voices are two people; undefined for the library's own. */
  threshold: z.number().positive().exactOptional(),
});

const modelManifest = z.discriminatedUnion('role', [recognizer, helper]);

export type RecognizerManifest = z.output<typeof recognizer>;
export type HelperManifest = z.output<typeof helper>;
/** The content of `model.json`. */
export type ModelManifest = RecognizerManifest | HelperManifest;

/** A model that can be loaded: its manifest and the absolute path of each of its files, by part. */
export interface InstalledModel<Manifest extends ModelManifest = ModelManifest> {
  manifest: Manifest;
  paths: Record<string, string>;
}

/** The manifest in the text of a `model.json`; undefined when it is none, or lacks a part that its kind needs. */
export function parseManifest(text: string): ModelManifest | undefined {
  try {
    const parsed = modelManifest.safeParse(parseModelJson(text));
    if (!parsed.success || missingParts(parsed.data, Object.keys(parsed.data.files)).length > 0)
      return undefined;
    return parsed.data;
  } catch {
    return undefined;
  }
}

/** The JSON of a model's folder. Folders of earlier versions spell the role `recogniser`. Throws what `JSON.parse` throws. */
export function parseModelJson(text: string): unknown {
  return JSON.parse(text.replaceAll('"recogniser"', '"recognizer"'));
}
