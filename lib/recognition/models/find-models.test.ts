import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { writeChoice } from '#lib/recognition/models/state-files';
import {
  findHelper,
  findModel,
  installedModels,
  modelInUse,
  nameInUse,
} from '#lib/recognition/models/find-models';
import { parseManifest } from '#lib/recognition/models/manifest';

const common = { license: 'MIT', attribution: 'nobody', memoryMb: 1 };

/** A folder with models of these names: those that begin with `vad` find speech, the others are recognizers. */
async function modelsFolder(t: TestContext, ...names: string[]): Promise<string> {
  const folder = await makeTestFolder(t);
  for (const name of names)
    await writeFile(path.join(folder, await makeModel(folder, name), 'model.json'), manifest(name));
  return folder;
}

async function makeModel(folder: string, name: string): Promise<string> {
  await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, name, 'model.onnx'), 'weights');
  return name;
}

function manifest(name: string, change: object = {}): string {
  const sha256 = createHash('sha256').update('weights').digest('hex');
  const file = { path: 'model.onnx', bytes: 7, sha256 };
  const recognizer = {
    role: 'recognizer',
    kind: 'nemo-ctc',
    detectsLanguage: false,
    letterCase: 'lower',
    maxPieceSeconds: 30,
    files: { model: file, tokens: file },
  };
  const helper = { role: 'voice-activity', files: { model: file } };
  return JSON.stringify({ name, ...common, ...(name.startsWith('vad') ? helper : recognizer), ...change });
}

const namesIn = async (folder: string) =>
  (await installedModels(folder)).map(({ manifest }) => manifest.name);

test('a model is installed when its manifest and each of its files are there in full', async (t) => {
  const folder = await modelsFolder(t, 'one', 'two', 'three');
  await makeModel(folder, 'half');
  await writeFile(path.join(folder, 'half', 'model.json'), manifest('half').slice(0, 40));
  await makeModel(folder, 'without');
  await truncate(path.join(folder, 'two', 'model.onnx'), 6);
  await rm(path.join(folder, 'three', 'model.onnx'));
  assert.deepEqual(await namesIn(folder), ['one']);
  assert.deepEqual(await namesIn(path.join(folder, 'nowhere')), []);
});

/** Waits until a change of the file gets another time than its last one: before Linux 6.13, those of some milliseconds are one. */
async function untilLater(file: string): Promise<void> {
  const { atime, mtime, ctimeMs } = await stat(file);
  await waitFor('a later time of change', async () => {
    await utimes(file, atime, mtime);
    return (await stat(file)).ctimeMs > ctimeMs ? true : undefined;
  });
}

test('a model with another content is not loaded, though its length and time are the same', async (t) => {
  const folder = await modelsFolder(t, 'one');
  const file = path.join(folder, 'one', 'model.onnx');
  const time = new Date(1_700_000_000_000);
  await utimes(file, time, time);
  assert.ok(await findModel(folder, 'one'));
  await untilLater(file);
  await writeFile(file, 'Weights');
  await utimes(file, time, time);
  assert.equal(await findModel(folder, 'one'), undefined);
  await untilLater(file);
  await writeFile(file, 'weights');
  assert.ok(await findModel(folder, 'one'));
});

test('the setting wins over what was chosen, and without either there is none', async (t) => {
  const folder = await modelsFolder(t, 'one', 'two', 'vad');
  const used = async (override?: string) => (await modelInUse(folder, override))?.manifest.name;
  assert.equal(await used(), undefined);
  assert.equal(await nameInUse(folder, undefined), 'pocketsphinx');
  await writeChoice(folder, 'recognizer', 'two');
  assert.equal(await used(), 'two');
  assert.equal(await used('one'), 'one');
  assert.equal(await used('pocketsphinx'), undefined);
  assert.equal(await used('gone'), undefined);
  assert.equal(await used('vad'), undefined);
  await writeChoice(folder, 'recognizer', 'pocketsphinx');
  assert.equal(await used(), undefined);
});

test('a helper is the one chosen, else the first by name that is sound', async (t) => {
  const folder = await modelsFolder(t, 'vad-a', 'vad-b', 'vad-c');
  const found = async () => (await findHelper(folder, 'voice-activity'))?.manifest.name;
  assert.equal(await found(), 'vad-a');
  await writeChoice(folder, 'voice-activity', 'vad-b');
  assert.equal(await found(), 'vad-b');
  await untilLater(path.join(folder, 'vad-b', 'model.onnx'));
  await writeFile(path.join(folder, 'vad-b', 'model.onnx'), 'Weights');
  assert.equal(await found(), 'vad-a');
  assert.equal(await findHelper(folder, 'embedding'), undefined);
});

test('a manifest whose paths lead out of its folder, or that lacks a part, is none', () => {
  assert.ok(parseManifest(manifest('one')));
  const sha256 = '0'.repeat(64);
  for (const bad of ['../model.onnx', '/etc/passwd', 'a/../../b', '', '.', 'a//b', 'a\\b']) {
    const file = { path: bad, bytes: 1, sha256 };
    assert.equal(parseManifest(manifest('one', { files: { model: file, tokens: file } })), undefined, bad);
  }
  const file = { path: 'model.onnx', bytes: 1, sha256 };
  assert.equal(parseManifest(manifest('one', { files: { model: file } })), undefined);
  assert.equal(parseManifest(manifest('../one')), undefined);
  assert.equal(parseManifest(manifest('pocketsphinx')), undefined);
});

test('a folder of an earlier version is read with its spelling of the role', async (t) => {
  const folder = await modelsFolder(t, 'one');
  const file = path.join(folder, 'one', 'model.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('"recognizer"', '"recogniser"'));
  await writeFile(path.join(folder, '.in-use.json'), '{"recogniser":"one"}');
  assert.equal(await nameInUse(folder, undefined), 'one');
});
