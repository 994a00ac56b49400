import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { before, test } from 'node:test';
import { bundleProgram } from '#e2e/support/bundle-program';
import { drip } from '#e2e/support/drip';
import { startModelServer } from '#e2e/support/model-server';
import { canMount, withReadOnly } from '#e2e/support/read-only-folder';
import { runNode } from '#e2e/support/run-process';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { downloadBytes } from '#e2e/support/make-catalogue-model';
import { writeChoice } from '#lib/recognition/models/state-files';
import { Stop } from '#bin/cli-output.mjs';
import { setUpChosenModel, setUpRegistryModels } from '#bin/models/set-up-model';

// Only with --all: a process for each command.

let program = '';
before(async () => {
  program = await bundleProgram('e2e/support/run-set-up-model.ts');
});

/** Whatever the machine, a model is named so that its memory does not matter. */
const getSettings = (modelsDir: string, variables: Record<string, string>) => ({
  LONGHAND_MODELS_DIR: modelsDir,
  LONGHAND_MODELS_URL: 'http://127.0.0.1:1',
  LONGHAND_MODEL: '',
  npm_config_registry: 'http://127.0.0.1:1',
  npm_config_cache: path.join(modelsDir, 'npm'),
  ...variables,
});

/** The step with these settings, in a process that can be interrupted. */
const start = (modelsDir: string, variables: Record<string, string>) =>
  runNode([program], getSettings(modelsDir, variables));

/** The step with these settings, in this process. */
async function setUp(modelsDir: string, variables: Record<string, string>): Promise<void> {
  const before = process.env;
  process.env = { ...before, ...getSettings(modelsDir, variables) };
  try {
    await setUpRegistryModels();
    await setUpChosenModel();
  } finally {
    process.env = before;
  }
}

test('without a network the start continues, and says what comes later', async (t) => {
  const { code, output } = await start(await makeTestFolder(t), { LONGHAND_MODEL: 'whisper-base' }).ended;
  assert.equal(code, 0);
  assert.match(output, /whisper-base: license MIT; OpenAI.*208 MB to download/);
  assert.match(output, /^Can't reach 127\.0\.0\.1:1: .+PocketSphinx/m);
  assert.match(output, /whisper-base will be retried in the background\. Until then PocketSphinx/);
  assert.match(output, /\nstarted\n$/);
});

test('Ctrl-C skips the step, and the start continues', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const server = await startModelServer(t);
  server.behavior.answer = (_, response) => {
    response.writeHead(200, { 'content-length': downloadBytes('whisper-base') });
    drip(response, 'x'.repeat(1000));
    return true;
  };
  const settings = { LONGHAND_MODEL: 'whisper-base', LONGHAND_MODELS_URL: server.baseUrl };
  const running = start(modelsDir, settings);
  await waitFor('the download', () => (server.requests.length > 0 ? true : undefined));
  running.kill('SIGINT');
  const { code, output } = await running.ended;
  assert.equal(code, 0, output);
  assert.match(output, /Skipped\. whisper-base will be retried in the background/);
  assert.match(output, /\nstarted\n$/);
  assert.deepEqual(
    (await readdir(modelsDir)).filter((name) => !name.startsWith('.')),
    [],
  );
});

test('an end that is asked for ends the start in that step too', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const server = await startModelServer(t);
  server.behavior.answer = () => true;
  const settings = { LONGHAND_MODEL: 'whisper-base', LONGHAND_MODELS_URL: server.baseUrl };
  const running = start(modelsDir, settings);
  await waitFor('the request', () => (server.requests.length > 0 ? true : undefined));
  running.kill('SIGTERM');
  const { code, output } = await running.ended;
  assert.equal(code, 143);
  assert.doesNotMatch(output, /started/);
});

test('nothing is downloaded or said where no model is wanted', async (t) => {
  const server = await startModelServer(t);
  const chosen = await makeTestFolder(t);
  await writeChoice(chosen, 'recognizer', 'pocketsphinx');
  const declined: Array<[string, Record<string, string>]> = [
    [await makeTestFolder(t), { LONGHAND_MODEL: 'pocketsphinx' }],
    [await makeTestFolder(t), { LONGHAND_ENGINE: 'openai' }],
    [await makeTestFolder(t), { LONGHAND_OPENAI_URLS: 'http://gpu.example/v1' }],
    [chosen, {}],
    [await makeTestFolder(t), { LONGHAND_MODEL: 'whisper-base', LONGHAND_WORKER_TASKS: 'render,deliver' }],
  ];
  const said = [t.mock.method(process.stderr, 'write'), t.mock.method(console, 'log')];
  for (const [modelsDir, variables] of declined)
    await setUp(modelsDir, { LONGHAND_MODELS_URL: server.baseUrl, ...variables });
  for (const { mock } of said) assert.equal(mock.callCount(), 0);
  assert.equal(server.requests.length, 0);
});

test(
  'on a folder that can only be read the start continues, and says what comes later',
  { skip: !canMount },
  async (t) => {
    const modelsDir = await makeTestFolder(t);
    const [enter, ...words] = withReadOnly(modelsDir);
    const { status, stdout, stderr } = spawnSync(enter, [...words, process.execPath, program], {
      encoding: 'utf8',
      env: { ...process.env, LONGHAND_MODELS_DIR: modelsDir, LONGHAND_MODEL: 'whisper-base' },
    });
    assert.equal(status, 0, stderr);
    assert.match(stderr, new RegExp(`${modelsDir} can’t be written \\(EROFS.+\\)\\. whisper-base`));
    assert.equal(stdout, 'started\n');
  },
);

test('a model that is neither installed nor published is a faulty setting', async (t) => {
  await assert.rejects(setUp(await makeTestFolder(t), { LONGHAND_MODEL: 'nonsense' }), (error) => {
    assert.ok(error instanceof Stop, String(error));
    assert.match(error.message, /^LONGHAND_MODEL: “nonsense” is not installed/);
    return true;
  });
});
