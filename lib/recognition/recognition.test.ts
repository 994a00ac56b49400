import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import type { RecognizerManifest } from '#lib/recognition/models/manifest';
import { manifestFile } from '#lib/recognition/models/find-models';
import { openRecognition } from '#lib/recognition/recognition';
import { parseEnv } from '#lib/settings/env';

type Given = Pick<RecognizerManifest, 'kind' | 'languages'> & Partial<RecognizerManifest>;

const languages = ['de', 'en', 'fr'];
const english = { kind: 'moonshine', languages: ['en'] } satisfies Given;
const parts = {
  'nemo-transducer': ['encoder', 'decoder', 'joiner', 'tokens'],
  moonshine: ['encoder', 'mergedDecoder', 'tokens'],
  canary: ['encoder', 'decoder', 'tokens'],
} as const;

/** Returns the record before a recording is recognized with a model, of which no file is loaded. */
async function prepare(
  t: TestContext,
  models: Record<string, Given & { kind: keyof typeof parts }>,
  language: string | undefined,
) {
  const modelsDir = await makeTestFolder(t);
  for (const [name, given] of Object.entries(models)) {
    await mkdir(path.join(modelsDir, name));
    const files = Object.fromEntries(
      parts[given.kind].map((part) => [part, { path: part, bytes: 1, sha256: '0'.repeat(64) }]),
    );
    for (const part of parts[given.kind]) await writeFile(path.join(modelsDir, name, part), '-');
    const manifest = {
      ...{
        role: 'recognizer',
        name,
        license: 'MIT',
        attribution: 'none',
        memoryMb: 10,
        letterCase: 'written',
      },
      ...{ detectsLanguage: false, maxPieceSeconds: 30, files },
      ...given,
    };
    await writeFile(path.join(modelsDir, name, manifestFile), JSON.stringify(manifest));
  }
  const recognition = openRecognition(
    parseEnv({ LONGHAND_MODELS_DIR: modelsDir, LONGHAND_ENGINE: 'sherpa:first' }),
  );
  t.after(() => recognition.close());
  const sound = { mixed: '', channels: [''], totalMs: 1000 };
  const options = { ...(language !== undefined && { language }), standingVocabulary: [] };
  return (await recognition.prepare(sound, options)).record;
}

test('a language that the engine can’t be told is not claimed, only that it was asked for', async (t) => {
  const parakeet = { kind: 'nemo-transducer', languages, detectsLanguage: true } as const;
  const untold = await prepare(t, { first: parakeet }, 'de');
  assert.deepEqual([untold.language, untold.options.language], [null, 'de']);
  const told = await prepare(t, { first: { kind: 'canary', languages } }, 'de');
  assert.deepEqual([told.language, told.options.language], ['de', 'de']);
  assert.equal((await prepare(t, { first: english }, undefined)).language, 'en');
  assert.equal((await prepare(t, { first: english }, 'en-GB')).language, 'en-GB');
});

test('a second opinion is planned where a smaller model knows the language', async (t) => {
  const first = { kind: 'canary', languages, memoryMb: 20 } as const;
  assert.equal((await prepare(t, { first, tiny: english }, 'en')).secondOpinion, 'tiny');
  assert.equal((await prepare(t, { first, tiny: english }, 'de')).secondOpinion, undefined);
});
