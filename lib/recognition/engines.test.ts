import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { engineKinds, listEngines } from '#lib/recognition/engines';
import type { EngineDescription } from '#lib/recognition/engine';
import { openRecognition } from '#lib/recognition/recognition';
import { parseEnv } from '#lib/settings/env';

/* Another engine needs only one entry. */

const echo: EngineDescription = {
  id: 'echo',
  engine: 'echo',
  model: 'cave',
  version: '1',
  capabilities: {
    words: 'timed',
    confidence: false,
    vocabulary: false,
    languages: ['en'],
    detectsLanguage: false,
    punctuated: true,
    maxPieceSeconds: 30,
  },
};
const spare: EngineDescription = { ...echo, id: 'spare' };

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-engines-'));
  engineKinds['echo'] = {
    list: async () => ({ preferred: [echo], others: [spare] }),
    open: async () => ({
      description: echo,
      parallel: 1,
      recognize: async (_pcm, { startMs }) => ({
        words: [{ text: 'Echo.', startMs, endMs: startMs + 100 }],
      }),
      close: async () => {},
    }),
  };
});
after(async () => {
  delete engineKinds['echo'];
  await rm(folder, { recursive: true });
});

test('an engine that is added is listed, chosen by its id, and recognizes recordings', async () => {
  const env = parseEnv({ LONGHAND_MODELS_DIR: folder, LONGHAND_DATA_DIR: folder });
  assert.ok((await listEngines(env)).includes(echo));
  const pcm = path.join(folder, 'sound');
  await writeFile(pcm, new Uint8Array(new Int16Array(16_000 * 5).map((_, i) => (i % 20) * 900).buffer));
  const recognition = openRecognition(env);
  const plan = await recognition.prepare(
    { mixed: pcm, channels: [pcm], totalMs: 5000 },
    { engine: 'echo', standingVocabulary: [] },
  );
  assert.equal(plan.record.engineId, 'echo');
  const { words } = await plan.recognize({
    known: [],
    onPiece: async () => {},
    onHelperFailed: (_helper, error) => assert.fail(String(error)),
    signal: new AbortController().signal,
  });
  assert.deepEqual(
    words.map(({ text }) => text),
    ['Echo.'],
  );
  await recognition.close();
});

test('engines are in the order of the registry, spare ones last, and the chosen one first', async () => {
  const settings = {
    LONGHAND_MODELS_DIR: folder,
    LONGHAND_DATA_DIR: folder,
    LONGHAND_OPENAI_URLS: 'http://127.0.0.1:9',
    LONGHAND_OPENAI_MODEL: 'whisper',
  };
  const listed = await listEngines(parseEnv(settings));
  assert.equal(listed[0]?.engine, 'openai');
  assert.deepEqual(listed.slice(-2), [echo, spare]);
  const chosen = await listEngines(parseEnv({ ...settings, LONGHAND_ENGINE: spare.id }));
  assert.deepEqual(chosen, [spare, ...listed.slice(0, -1)]);
});
