import { z } from 'zod';
import type { ModelManifest } from '#lib/recognition/models/manifest';
import { parseModelJson } from '#lib/recognition/models/parse-model-json';
import { missingParts, modelRoles, recognizerKinds } from '#lib/recognition/models/parts';

const modelName = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Whether a model may be called so: it becomes the name of a folder, and part of an engine's id. */
export function isModelName(text: string): boolean {
  return modelName.test(text) && text !== 'pocketsphinx';
}

/** Whether this relative path stays inside the folder that it is resolved in. */
export function staysInside(path: string): boolean {
  return path !== '' && !/[\\\0]|^\//.test(path) && path.split('/').every((step) => !/^\.{0,2}$/.test(step));
}

const common = {
  name: z.string().refine(isModelName),
  files: z.record(
    z.string(),
    z.object({
      path: z.string().refine(staysInside),
      bytes: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
  license: z.string(),
  attribution: z.string(),
  memoryMb: z.number().positive(),
};

const manifest = z.discriminatedUnion('role', [
  z.object({
    ...common,
    role: z.literal('recognizer'),
    kind: z.enum(recognizerKinds),
    languages: z.array(z.string()).exactOptional(),
    detectsLanguage: z.boolean(),
    translates: z.boolean().exactOptional(),
    takesLanguage: z.boolean().exactOptional(),
    letterCase: z.enum(['written', 'upper', 'lower']),
    maxPieceSeconds: z.number().positive(),
  }),
  z.object({
    ...common,
    role: z.enum(modelRoles).exclude(['recognizer']),
    threshold: z.number().positive().exactOptional(),
  }),
]);

/** The manifest in the text of a `model.json`; undefined when it is none, or lacks a part that its kind needs. */
export function parseManifest(text: string): ModelManifest | undefined {
  try {
    const parsed = manifest.safeParse(parseModelJson(text));
    if (!parsed.success || missingParts(parsed.data, Object.keys(parsed.data.files)).length > 0)
      return undefined;
    return parsed.data;
  } catch {
    return undefined;
  }
}
