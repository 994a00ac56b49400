import { z } from 'zod';
import { missingParts, modelRoles, recognizerKinds } from '#lib/recognition/models/parts';

/* A model is a folder `<models>/<name>/` with a `model.json`, which is written after all files are verified. */

const modelName = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** True for a valid model name, which becomes a folder name and part of an engine ID. */
export function isModelName(text: string): boolean {
  return modelName.test(text) && text !== 'pocketsphinx';
}

/** True if this relative path stays inside its base folder. */
export function staysInside(path: string): boolean {
  return path !== '' && !/[\\\0]|^\//.test(path) && path.split('/').every((step) => !/^\.{0,2}$/.test(step));
}

const modelFile = z.object({
  path: z.string().refine(staysInside),
  bytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A model's file, verified on installation, with its path inside the model's folder. */
export type ModelFile = z.output<typeof modelFile>;

const common = {
  name: z.string().refine(isModelName),
  /** Files by part, with sherpa-onnx-node's names: `encoder`, `tokens`, `model`, `bpeVocab` (see `parts.ts`). */
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
  /** BCP 47 tags; undefined if unknown. */
  languages: z.array(z.string()).exactOptional(),
  /** True if it detects the language when none is given. */
  detectsLanguage: z.boolean(),
  /** True for a Whisper model that was trained to translate; derived from languages and name if left out. */
  translates: z.boolean().exactOptional(),
  /** True for a streaming transducer that takes a language per stream, as Nemotron 3.5 does. */
  takesLanguage: z.boolean().exactOptional(),
  /** The case of its text: normal, or all uppercase or lowercase, which also means no punctuation. */
  letterCase: z.enum(['written', 'upper', 'lower']),
  maxPieceSeconds: z.number().positive(),
});

const helper = z.object({
  ...common,
  role: z.enum(modelRoles).exclude(['recognizer']),
  /** For an embedding, the distance above which voices are different people; undefined for the library's default. */
  threshold: z.number().positive().exactOptional(),
});

const modelManifest = z.discriminatedUnion('role', [recognizer, helper]);

export type RecognizerManifest = z.output<typeof recognizer>;
export type HelperManifest = z.output<typeof helper>;
/** The content of `model.json`. */
export type ModelManifest = RecognizerManifest | HelperManifest;

/** An installed model: its manifest, and the absolute paths of its files by part. */
export interface InstalledModel<Manifest extends ModelManifest = ModelManifest> {
  manifest: Manifest;
  paths: Record<string, string>;
}

/** Parses the manifest in a `model.json`; undefined if it is invalid or lacks a part that its kind needs. */
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

/** Parses a model folder's JSON. Earlier versions spelled the role `recogniser`. Throws `JSON.parse`'s errors. */
export function parseModelJson(text: string): unknown {
  return JSON.parse(text.replaceAll('"recogniser"', '"recognizer"'));
}
