import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { describeOnnx } from '#e2e/support/describe-onnx';
import { makePackage, startRegistry, type StoredPackage } from '#e2e/support/package-registry';
import { noSmallDisk, smallDisk } from '#e2e/support/small-disk';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { withEnvironment } from '#e2e/support/with-environment';
import { installedModels } from '#lib/recognition/models/find-models';
import { addModel, type AddOptions } from '#lib/recognition/models/install/add-model';
import type { PackageVersion } from '#lib/recognition/models/install/package-name';
import { ModelProblem } from '#lib/recognition/models/model-problem';

const onnx = describeOnnx({});
const inSize = (size: string) => ({
  [`${size}-encoder`]: { path: `dist/model/${size}/quantized/encoder_model.onnx`, content: onnx },
  [`${size}-decoder`]: { path: `dist/model/${size}/quantized/decoder_model_merged.onnx`, content: onnx },
});
const twoSizes = makePackage(
  '@acme/murmur-js',
  { ...inSize('base'), ...inSize('tiny') },
  { license: 'MIT', author: 'Some Body <some@example.com>' },
);

/** Adds a model where npm's settings lead to a registry with this package. */
async function addWith(t: TestContext, stored: StoredPackage) {
  const registry = await startRegistry(t, [stored]);
  const modelsDir = await makeTestFolder(t);
  const add = (source: string, options: Partial<AddOptions> = {}) => {
    const { signal } = new AbortController();
    return withEnvironment(registry.environment, () =>
      addModel(modelsDir, source, { hints: {}, signal, ...options }),
    );
  };
  return { add, modelsDir, registry };
}

const problem = (line: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ModelProblem, String(error));
  assert.match(error.message, line);
  assert.doesNotMatch(error.message, /\n/);
  return true;
};

async function writeTokens(t: TestContext): Promise<string> {
  const file = path.join(await makeTestFolder(t), 'vocabulary.txt');
  await writeFile(file, 'YQ== 0\n');
  return file;
}

test('of a package with several models, one folder is taken, under a name of its own and with its license', async (t) => {
  const { add, modelsDir } = await addWith(t, twoSizes);
  const source = 'npm:@acme/murmur-js@1.2.3';
  const folders = /ONNX files: dist\/model\/base\/quantized, dist\/model\/tiny\/quantized\. Add --folder/;
  await assert.rejects(add(source), problem(folders));
  await assert.rejects(add(source, { folder: 'base' }), problem(/no ONNX files in base.*tiny\/quantized\.$/));
  const folder = 'dist/model/base/quantized';
  await assert.rejects(add(source, { folder }), problem(/moonshine needs more files: tokens\. .*--tokens/));
  assert.deepEqual(await readdir(modelsDir), []);

  const { model, unknown } = await add(source, { folder, tokens: await writeTokens(t) });
  const { name, license, attribution } = model.manifest;
  assert.deepEqual([name, license, attribution], ['murmur-base', 'MIT', 'Some Body']);
  assert.deepEqual(unknown, ['languages', 'memory']);
  assert.deepEqual((await readdir(path.join(modelsDir, name), { recursive: true })).toSorted(), [
    'decoder_model_merged.onnx',
    'encoder_model.onnx',
    'model.json',
    'tokens.txt',
  ]);
  assert.deepEqual(await readdir(modelsDir), [name]);
});

test('a downloaded package is what it is in the registry, whatever its file is called', async (t) => {
  const { add, registry } = await addWith(t, twoSizes);
  const archive = path.join(await makeTestFolder(t), 'any.tgz');
  await writeFile(archive, twoSizes.tarball);
  const found: PackageVersion[] = [];
  const onPackage = (one: PackageVersion) => found.push(one);
  await assert.rejects(add(archive, { onPackage }), problem(/several folders/));
  assert.deepEqual(found, [{ name: '@acme/murmur-js', version: '1.2.3' }]);
  const hints = { languages: ['en'] };
  const stated = { hints, memoryMb: 300, license: 'CC0-1.0', tokens: await writeTokens(t) };
  const { model, unknown } = await add(archive, { folder: './dist/model/tiny/', ...stated });
  const { name, license } = model.manifest;
  assert.deepEqual([name, license, unknown], ['murmur-tiny', 'CC0-1.0', []]);
  assert.deepEqual(registry.requests, []);
});

test('a package that lacks an exact version is refused before anything is asked', async (t) => {
  const { add, registry, modelsDir } = await addWith(t, twoSizes);
  await assert.rejects(add('npm:@acme/murmur-js'), problem(/not an exact version/));
  await assert.rejects(add('npm:@acme/murmur-js@latest'), problem(/not an exact version/));
  assert.deepEqual(registry.requests, []);
  await assert.rejects(add('npm:@acme/murmur-js@9.9.9'), problem(/has no @acme\/murmur-js@9\.9\.9/));
  await assert.rejects(add('npm:nobody@1.2.3'), problem(/no nobody@1\.2\.3 \(404\)/));
  assert.deepEqual(await readdir(modelsDir), []);
});

test('a package is checked by what the registry states of it', async (t) => {
  const silero = makePackage('vad', {
    model: { path: 'vad.onnx', content: describeOnnx({ model_type: 'silero-vad' }) },
  });
  const shasum = createHash('sha1').update(silero.tarball).digest('hex');
  const { integrity } = silero.published;
  const statements: [Record<string, string>, RegExp | undefined][] = [
    [{ integrity }, undefined],
    [{ shasum }, undefined],
    [{ integrity: twoSizes.published.integrity, shasum }, /The checksum of vad@1\.2\.3 doesn't match/],
    [{ shasum: '0'.repeat(40) }, /The checksum of vad@1\.2\.3 doesn't match/],
    [{}, /has no checksum for vad@1\.2\.3/],
  ];
  for (const [stated, line] of statements) {
    const { add, modelsDir } = await addWith(t, { ...silero, stated });
    const adding = add('npm:vad@1.2.3');
    if (line !== undefined) {
      await assert.rejects(adding, problem(line));
      assert.deepEqual(await installedModels(modelsDir), []);
      continue;
    }
    const { model, unknown } = await adding;
    assert.deepEqual([model.manifest.role, unknown], ['voice-activity', ['license']]);
  }
});

test('what a package says of itself is one line, in whatever form it says it', async (t) => {
  const says = { license: { type: 'Apache-2.0' }, author: { name: 'Some\nBody' } };
  const content = describeOnnx({ model_type: 'silero-vad' });
  const stored = makePackage('vad', { model: { path: 'vad.onnx', content } }, says);
  const { manifest } = (await (await addWith(t, stored)).add('npm:vad@1.2.3')).model;
  assert.deepEqual([manifest.license, manifest.attribution], ['Apache-2.0', 'Some Body']);
  const odd = makePackage('vad', { model: { path: 'vad.onnx', content } }, { license: 7, author: [] });
  const { model, unknown } = await (await addWith(t, odd)).add('npm:vad@1.2.3');
  assert.deepEqual([model.manifest.attribution, unknown], ['not stated', ['license']]);
});

test('a package that has no room is refused by its size once unpacked, or by that of its tarball', async (t) => {
  const disk = smallDisk(t, 500);
  if (disk === undefined) return t.skip(noSmallDisk);
  const add = async (size: number, stated: Record<string, number>) => {
    const filler = { path: 'README.md', content: randomBytes(size) };
    const content = describeOnnx({ model_type: 'silero-vad' });
    const stored = makePackage('vad', { model: { path: 'vad.onnx', content }, filler });
    const { integrity } = stored.published;
    const { registry } = await addWith(t, { ...stored, stated: { integrity, ...stated } });
    const { signal } = new AbortController();
    await withEnvironment(registry.environment, () =>
      addModel(disk, 'npm:vad@1.2.3', { hints: {}, signal }),
    ).finally(() => {
      isDownloaded = registry.requests.some(({ url }) => url?.endsWith('.tgz'));
    });
  };
  let isDownloaded = false;
  const line = (bytes: string) =>
    problem(new RegExp(`^Not enough disk space for vad: about ${bytes} needed, \\d+ kB free in /\\S+\\.$`));
  await assert.rejects(add(0, { unpackedSize: 5_000_000_000 }), line('5\\.0 GB'));
  assert.ok(!isDownloaded);
  await assert.rejects(add(700_000, {}), line('70\\d kB'));
  assert.deepEqual(await readdir(disk), []);
  await add(0, { unpackedSize: 300_000 });
  await rm(path.join(disk, 'vad'), { recursive: true });
  await add(0, {});
  assert.deepEqual(await readdir(disk), ['vad']);
});
