import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { stagingFolder } from '#lib/recognition/models/install/place-model';
import { holdModels } from './lock-models';

test('what a killed command has left in the staging folder is gone with the next one, and what fails leaves nothing', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const stage = async () =>
    writeFile(path.join(await stagingFolder(modelsDir, 'model'), 'encoder.onnx'), 'x');
  const { signal } = new AbortController();
  await stage();
  await holdModels(modelsDir, signal, async () => assert.deepEqual(await readdir(modelsDir), ['.lock']));
  const failing = holdModels(modelsDir, signal, async () => {
    await stage();
    throw new Error('failed');
  });
  await assert.rejects(failing, /failed/);
  assert.deepEqual(await readdir(modelsDir), []);
});
