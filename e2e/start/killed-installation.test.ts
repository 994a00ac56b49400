import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeClient } from '#e2e/support/client';
import { startModelServer } from '#e2e/support/model-server';
import { startLonghand } from '#e2e/support/start-longhand';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { waitFor } from '#e2e/support/wait';
import { findHelper, installedModels } from '#lib/recognition/models/find-models';

// Only with --all: kills a service of its own.

test('a service that is killed while it installs a model transcribes after its next start, and completes the model', async (t) => {
  const folder = testModels();
  if (folder === undefined) return t.skip(noTestModels);
  const content = await readFile(path.join(folder, 'silero-vad', 'silero_vad.onnx'));
  const server = await startModelServer(t, { content });
  let isSlow = true;
  server.behavior.answer = ({ url = '' }, response) => {
    if (!url.endsWith('silero_vad.onnx')) {
      response.writeHead(503).end();
      return true;
    }
    if (!isSlow) return false;
    response.writeHead(200, { 'content-length': content.length, etag: '"1"' });
    // The rest is never sent.
    response.write(content.subarray(0, 300_000));
    return true;
  };
  const longhand = await startLonghand({
    LONGHAND_MODEL: '',
    LONGHAND_MODELS_URL: server.baseUrl,
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_cache: '/dev/null/cache',
  });
  t.after(() => longhand.stop());
  const modelsDir = path.join(longhand.dataDir, 'models');
  assert.match(longhand.output(), /Until then PocketSphinx transcribes: about half of the words are wrong/);
  await waitFor('the first part of the download on the disk', () => hasBegun(modelsDir));
  await longhand.kill();
  assert.deepEqual(await installedModels(modelsDir), []);

  isSlow = false;
  await longhand.startAgain();
  const { apiKey } = await longhand.createAccount();
  const client = makeClient(longhand, apiKey);
  const submitted = await client.submitFile('public/sample.mp3', 'audio/mpeg');
  assert.equal((await client.ended(submitted.id)).status, 'transcribed');
  assert.match(await client.text(submitted.id), /^Speaker 1: +00:00 +\w+ \w+/);
  await waitFor('the model', () => findHelper(modelsDir, 'voice-activity'));
  assert.ok(
    server.requests.some(({ headers }) => headers.range !== undefined),
    'the download is continued',
  );
});

/** True once the service has written part of the model. */
async function hasBegun(modelsDir: string): Promise<true | undefined> {
  const folder = path.join(modelsDir, '.downloads');
  const names = await readdir(folder).catch(() => []);
  const found = names.find((name) => /^silero-vad-[\da-f]+$/.test(name));
  return found !== undefined && (await stat(path.join(folder, found))).size > 0 ? true : undefined;
}
