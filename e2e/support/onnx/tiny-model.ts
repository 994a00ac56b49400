import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { InstalledModel, ModelFile, RecognizerManifest } from '#lib/recognition/models/manifest';
import type { RecognizerKind } from '#lib/recognition/models/parts';

/** Describes a test's model as if it were installed; `parts` are the names of its files in the folder. */
export async function tinyModel(
  folder: string,
  kind: RecognizerKind,
  parts: Record<string, string>,
): Promise<InstalledModel<RecognizerManifest>> {
  const files = await Promise.all(
    Object.entries(parts).map(async ([part, name]) => [part, await describeFile(folder, name)] as const),
  );
  return {
    manifest: {
      role: 'recognizer',
      kind,
      name: `tiny-${kind}`,
      files: Object.fromEntries(files),
      license: 'Apache-2.0',
      attribution: 'Longhand',
      memoryMb: 50,
      detectsLanguage: kind === 'whisper' || kind === 'sense-voice',
      letterCase: 'written',
      maxPieceSeconds: 28,
    },
    paths: Object.fromEntries(Object.entries(parts).map(([part, name]) => [part, path.join(folder, name)])),
  };
}

async function describeFile(folder: string, name: string): Promise<ModelFile> {
  const content = await readFile(path.join(folder, name));
  return { path: name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}
