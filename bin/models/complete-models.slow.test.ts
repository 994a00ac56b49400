import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { startModelServer } from '#e2e/support/model-server';
import { noSmallDisk, smallDisk } from '#e2e/support/small-disk';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { withEnvironment } from '#e2e/support/with-environment';
import { waitFor } from '#e2e/support/wait';
import { findInCatalogue, toManifest } from '#lib/recognition/models/catalogue';
import { readChoices, readInstallation } from '#lib/recognition/models/state-files';
import { chooseModels, companions, usableMemory } from '#lib/recognition/models/choose-model';
import { findHelper, installedModels } from '#lib/recognition/models/find-models';
import { placeModel, stagingFolder } from '#lib/recognition/models/install/place-model';
import { parseEnv } from '#lib/settings/env';
import { models as runModels } from '#bin/models';
import { completeModels } from '#bin/models/complete-models';
import { findMissingModels } from '#bin/models/find-missing-models';
import { putBestInUse, rememberSetUp } from '#bin/models/put-in-use';
import { setUpRegistryModels } from '#bin/models/set-up-model';

const plan = chooseModels(usableMemory());
const { first = '', secondOpinion = '', better = '' } = plan;

async function prepare(t: TestContext, variables: Record<string, string> = {}) {
  const modelsDir = await makeTestFolder(t);
  const settings = parseEnv({
    LONGHAND_MODELS_DIR: modelsDir,
    LONGHAND_MODELS_URL: 'http://127.0.0.1:1',
    ...variables,
  });
  return { modelsDir, settings, missing: () => namesOf(settings) };
}

const namesOf = async (settings: Parameters<typeof findMissingModels>[0]) =>
  (await findMissingModels(settings)).map(({ name }) => name);

/** A model of this name whose files hold nothing of use. */
async function pretend(modelsDir: string, name: string): Promise<void> {
  const model = findInCatalogue(name);
  assert.ok(model !== undefined, name);
  const folder = await stagingFolder(modelsDir, name);
  const [source] = model.sources;
  const parts =
    source.kind === 'release'
      ? source.parts
      : Object.assign({}, ...source.packages.map(({ files }) => files));
  const files = Object.keys(parts).map((part) => [part, { path: part, ...contentOf(part) }]);
  await Promise.all(Object.keys(parts).map((part) => writeFile(path.join(folder, part), part)));
  await placeModel(modelsDir, folder, toManifest(model, Object.fromEntries(files)));
}

const contentOf = (text: string) => ({
  bytes: text.length,
  sha256: createHash('sha256').update(text).digest('hex'),
});

/** The models that the set-up installs, there at once. */
async function setUp(modelsDir: string, settings: Parameters<typeof rememberSetUp>[0], name: string) {
  const model = findInCatalogue(name);
  assert.ok(model !== undefined);
  await rememberSetUp(settings, model);
  await pretend(modelsDir, name);
  return putBestInUse(settings);
}

const command = async (modelsDir: string, ...words: string[]) => {
  const before = process.env;
  process.env = { ...before, LONGHAND_MODELS_DIR: modelsDir, LONGHAND_MODEL: '' };
  try {
    await runModels(words);
  } finally {
    process.env = before;
  }
};

test('a machine is to have the first model and speech detection, then a second opinion, what is better and the speakers’ models', async (t) => {
  const { modelsDir, settings, missing } = await prepare(t);
  const others = Object.values<string | undefined>({ ...plan }).slice(1);
  assert.deepEqual(await missing(), [first, companions[0], ...others, ...companions.slice(1)]);
  assert.equal(await setUp(modelsDir, settings, first), first);
  assert.equal((await readChoices(modelsDir)).recognizer, first);
  assert.ok(!(await missing()).includes(first));
});

test('a second opinion is not put in use, nor installed beside what is better', async (t) => {
  if (secondOpinion === '' || better === '') return t.skip('this machine has too little memory');
  const { modelsDir, settings, missing } = await prepare(t);
  await setUp(modelsDir, settings, first);
  assert.equal(await setUp(modelsDir, settings, secondOpinion), undefined);
  assert.equal((await readChoices(modelsDir)).recognizer, first);
  const other = await prepare(t);
  await setUp(other.modelsDir, other.settings, first);
  await setUp(other.modelsDir, other.settings, better);
  assert.ok((await missing()).includes(better));
  assert.ok(!(await other.missing()).includes(secondOpinion));
});

test('the better model takes over, unless the operator has chosen', async (t) => {
  const taken = await prepare(t);
  await setUp(taken.modelsDir, taken.settings, first);
  assert.equal(await setUp(taken.modelsDir, taken.settings, better), better);
  assert.equal((await readChoices(taken.modelsDir)).recognizer, better);

  const chosen = await prepare(t);
  await setUp(chosen.modelsDir, chosen.settings, first);
  await command(chosen.modelsDir, 'use', first);
  assert.deepEqual(await chosen.missing(), []);
  assert.equal(await setUp(chosen.modelsDir, chosen.settings, better), undefined);
  assert.equal((await readChoices(chosen.modelsDir)).recognizer, first);
});

test('a model that the operator removed is not brought back', async (t) => {
  const { modelsDir, settings, missing } = await prepare(t);
  await setUp(modelsDir, settings, first);
  await setUp(modelsDir, settings, better);
  await command(modelsDir, 'remove', first);
  assert.ok(!(await missing()).includes(first));
});

test('an installation that is cut off before it is chosen is chosen by the next', async (t) => {
  const { modelsDir, settings } = await prepare(t);
  const model = findInCatalogue(first);
  assert.ok(model !== undefined);
  await rememberSetUp(settings, model);
  await pretend(modelsDir, first);
  const stopped = new AbortController();
  const running = completeModels(settings, stopped.signal);
  await waitFor('the model in use', async () => (await readChoices(modelsDir)).recognizer);
  stopped.abort();
  await running;
  assert.equal((await readChoices(modelsDir)).recognizer, first);
});

test('what a source has is installed, and what can’t be reached is told and tried again', async (t) => {
  const folder = testModels();
  if (folder === undefined) {
    t.skip(noTestModels);
    return;
  }
  const { modelsDir, settings: unreachable } = await prepare(t);
  const server = await startModelServer(t, {
    content: await readFile(path.join(folder, 'silero-vad', 'silero_vad.onnx')),
  });
  const settings = { ...unreachable, modelsUrl: server.baseUrl };
  await setUp(modelsDir, settings, first);
  if (better !== '') await setUp(modelsDir, settings, better);
  if (secondOpinion !== '') await setUp(modelsDir, settings, secondOpinion);
  if (plan.others !== undefined) await setUp(modelsDir, settings, plan.others);
  server.behavior.answer = ({ url = '' }, response) => {
    if (url.endsWith('silero_vad.onnx')) return false;
    response.destroy();
    return true;
  };
  const lines = t.mock.method(process.stderr, 'write', () => true);
  const stopped = new AbortController();
  const running = completeModels(settings, stopped.signal);
  const installation = await waitFor('the problem', async () => {
    const found = await readInstallation(modelsDir);
    return found?.problem === undefined ? undefined : found;
  });
  stopped.abort();
  await running;
  assert.equal(await readInstallation(modelsDir), undefined, 'a stopped service installs nothing');
  assert.ok(await findHelper(modelsDir, 'voice-activity'));
  assert.deepEqual(installation.missing, companions.slice(1));
  assert.match(installation.problem ?? '', /Can't reach/);
  const written = lines.mock.calls.map(({ arguments: [text] }) => String(text)).join('');
  assert.match(written, /silero-vad: license MIT; .+ 644 kB to download in the background\.\n/);
  assert.match(written, /Still missing: pyannote-segmentation-3\.0, titanet-small\. Retried daily/);
});

test('a model that has no room is told with both sizes, and keeps out none that has', async (t) => {
  const folder = testModels();
  if (folder === undefined) return t.skip(noTestModels);
  const modelsDir = smallDisk(t, 5000);
  if (modelsDir === undefined) return t.skip(noSmallDisk);
  const content = await readFile(path.join(folder, 'silero-vad', 'silero_vad.onnx'));
  const server = await startModelServer(t, { content });
  const variables = { LONGHAND_MODELS_DIR: modelsDir, LONGHAND_MODELS_URL: server.baseUrl };
  const lines = t.mock.method(process.stderr, 'write', () => true);
  const stopped = new AbortController();
  const running = completeModels(parseEnv(variables), stopped.signal);
  const { problem = '', missing } = await waitFor('the problem', async () => {
    const found = await readInstallation(modelsDir);
    return found?.problem === undefined ? undefined : found;
  });
  stopped.abort();
  await running;
  assert.match(
    problem,
    /^Not enough disk space for moonshine-\S+: about 73 MB needed, 5\.1 MB free in \S+\.$/,
  );
  assert.ok(await findHelper(modelsDir, 'voice-activity'));
  assert.ok(missing.includes('titanet-small') && !missing.includes('silero-vad'));
  assert.equal(server.requests.length, 1);
  const written = lines.mock.calls.map(({ arguments: [text] }) => String(text)).join('');
  assert.equal(written.split('Not enough').length, 2, 'one line');
});

test('a disk without any room is one line, and no defect', async (t) => {
  const modelsDir = smallDisk(t, 100);
  if (modelsDir === undefined) return t.skip(noSmallDisk);
  // As much as fits.
  await assert.rejects(writeFile(path.join(modelsDir, 'filler'), Buffer.alloc(200_000)), /ENOSPC/);
  const lines = t.mock.method(process.stderr, 'write', () => true);
  const variables = {
    LONGHAND_MODELS_DIR: modelsDir,
    LONGHAND_MODELS_URL: 'http://127.0.0.1:1',
    LONGHAND_MODEL: '',
  };
  await completeModels(parseEnv(variables), new AbortController().signal);
  await withEnvironment(variables, setUpRegistryModels);
  const written = lines.mock.calls.map(({ arguments: [text] }) => String(text)).join('');
  const line =
    /^The disk is full: .+ Retried at the next start\.\nSpeech model .+\nThe disk is full: .+ PocketSphinx .+\n$/;
  assert.match(written, line);
});

test('once all is there, nothing is said to be installed', async (t) => {
  const folder = testModels();
  if (folder === undefined) {
    t.skip(noTestModels);
    return;
  }
  const { modelsDir, settings, missing } = await prepare(t);
  const content = await readFile(path.join(folder, 'silero-vad', 'silero_vad.onnx'));
  const server = await startModelServer(t, { content });
  await setUp(modelsDir, settings, first);
  for (const name of await missing()) if (name !== 'silero-vad') await setUp(modelsDir, settings, name);
  t.mock.method(process.stderr, 'write', () => true);
  await completeModels({ ...settings, modelsUrl: server.baseUrl }, new AbortController().signal);
  assert.deepEqual(await missing(), []);
  // A report that is written late would be there by now.
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(await readInstallation(modelsDir), undefined);
});

test('a service that is stopped leaves no half of a model', async (t) => {
  const { modelsDir, settings: unreachable } = await prepare(t);
  const server = await startModelServer(t);
  server.behavior.answer = (_, response) => {
    response.writeHead(200).write('begun');
    return true;
  };
  const stopped = new AbortController();
  await setUp(modelsDir, unreachable, first);
  const running = completeModels({ ...unreachable, modelsUrl: server.baseUrl }, stopped.signal);
  await waitFor('the download', () => server.requests.length > 0 || undefined);
  stopped.abort();
  await running;
  const names = (await installedModels(modelsDir)).map(({ manifest }) => manifest.name);
  assert.deepEqual(names, [first]);
});

test('drafts that killed processes left are removed, and those of living ones are not', async (t) => {
  const { modelsDir, settings } = await prepare(t, { LONGHAND_MODEL: 'pocketsphinx' });
  const left = ['.in-use.json.4711', '.lock.12'].map((name) => path.join(modelsDir, name));
  const kept = ['.in-use.json', '.set-up.json.13'].map((name) => path.join(modelsDir, name));
  await Promise.all([...left, ...kept].map((file) => writeFile(file, '{}')));
  const [inUse = ''] = kept;
  await Promise.all([...left, inUse].map((file) => utimes(file, new Date(0), new Date(0))));
  await completeModels(settings, new AbortController().signal);
  assert.deepEqual((await readdir(modelsDir)).toSorted(), ['.in-use.json', '.set-up.json.13']);
});

test('on a machine where another engine works, nothing is to come', async (t) => {
  for (const variables of [{ LONGHAND_ENGINE: 'openai' }, { LONGHAND_MODEL: 'pocketsphinx' }]) {
    assert.deepEqual(await (await prepare(t, variables)).missing(), []);
  }
  const own = await prepare(t);
  await mkdir(own.modelsDir, { recursive: true });
  await pretend(own.modelsDir, 'whisper-small');
  assert.deepEqual(await own.missing(), []);
});
