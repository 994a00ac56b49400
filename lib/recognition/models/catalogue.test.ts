import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { catalogue, findInCatalogue, getDownloadBytes } from '#lib/recognition/models/catalogue';
import { chooseModels, companions } from '#lib/recognition/models/choose-model';
import type { ModelSource } from '#lib/recognition/models/model-source';
import { formatBytes } from '#lib/recognition/models/format-bytes';
import { memoryShare } from '#lib/recognition/engines/sherpa/choose-processes';
import { isModelName, staysInside } from '#lib/recognition/models/manifest';
import { missingParts } from '#lib/recognition/models/parts';

/** The place of each part of a model in its source. */
function listParts(source: ModelSource): Record<string, string> {
  if (source.kind === 'release') return source.parts;
  const files = source.packages.flatMap((published) => Object.entries(published.files));
  return Object.fromEntries(files.map(([part, { path }]) => [part, path]));
}

function assertPublished(source: ModelSource): void {
  if (source.kind === 'release') {
    assert.match(source.sha256, /^[0-9a-f]{64}$/);
    assert.match(source.asset, /^[a-z-]+\/\S+\.(tar\.bz2|onnx)$/);
    return;
  }
  for (const { version, integrity, files } of source.packages) {
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.equal(Buffer.from(integrity.replace('sha512-', ''), 'base64').length, 64);
    for (const { sha256 } of Object.values(files)) assert.match(sha256, /^[0-9a-f]{64}$/);
  }
}

test('every published model has what its kind needs, a checksum of the right form, and a name of its own', () => {
  assert.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length);
  for (const model of catalogue) {
    assert.ok(isModelName(model.name), model.name);
    for (const source of model.sources) {
      const parts = listParts(source);
      assert.deepEqual(missingParts(model, Object.keys(parts)), [], model.name);
      assert.ok(Object.values(parts).every(staysInside), model.name);
      assertPublished(source);
    }
    assert.ok(model.forWhom.length <= 78 && model.forWhom.endsWith('.'), model.name);
    assert.ok(model.license !== '' && model.attribution !== '' && model.memoryMb > 0);
  }
});

test('languages are canonical tags, each once', () => {
  for (const model of catalogue) {
    const languages = model.role === 'recognizer' ? (model.languages ?? []) : [];
    assert.deepEqual(languages, [...new Set(Intl.getCanonicalLocales(languages))], model.name);
  }
  const parakeet = findInCatalogue('parakeet-tdt-0.6b-v3');
  assert.ok(parakeet?.role === 'recognizer');
  assert.equal(parakeet.languages?.length, 25);
});

test('the first start chooses by memory: Moonshine first, its second opinion from 2 GB on, then Parakeet from 4 GB on', () => {
  const mib = 1024 ** 2;
  const opinion = { first: 'moonshine-base-en', secondOpinion: 'moonshine-tiny-en' };
  const large = { ...opinion, better: 'parakeet-tdt-0.6b-v3' };
  assert.deepEqual(chooseModels(24_000 * mib), large);
  // The memory that a machine with 4 GB shows.
  assert.deepEqual(chooseModels(3_800 * mib), large);
  for (const memory of [3_000, 1_900])
    assert.deepEqual(chooseModels(memory * mib), { ...opinion, others: 'whisper-base' });
  assert.deepEqual(chooseModels(970 * mib), { first: 'moonshine-base-en', others: 'whisper-base' });
  assert.deepEqual(chooseModels(512 * mib), { first: 'moonshine-tiny-en' });
  assert.deepEqual(chooseModels(256 * mib), { first: undefined });
});

test('what the first start installs is published, and its models need no more memory than there is', () => {
  assert.deepEqual(
    companions.map((name) => findInCatalogue(name)?.role),
    ['voice-activity', 'segmentation', 'embedding'],
  );
  for (const gib of [0.5, 1, 2, 4, 8]) {
    const plan = chooseModels(gib * 1024 ** 3);
    const first = findInCatalogue(plan.first ?? '');
    assert.ok(
      first?.sources.some(({ kind }) => kind === 'registry'),
      'it comes from the registry',
    );
    for (const name of Object.values<string | undefined>({ ...plan })) {
      const { memoryMb = Infinity } = findInCatalogue(name ?? '') ?? {};
      assert.ok(memoryMb < gib * 1024, name);
    }
    if (plan.secondOpinion === undefined) continue;
    const second = findInCatalogue(plan.secondOpinion);
    assert.ok(
      (first?.memoryMb ?? Infinity) + (second?.memoryMb ?? Infinity) <= memoryShare * gib * 1024,
      'both fit',
    );
  }
});

test('docs/models.md lists every published model, and all that a mirror has to have', async () => {
  const page = await readFile('docs/models.md', 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = rows.flatMap(([, name, , download, needs, license, by]) =>
    by ? [{ name, download, needs, license, by }] : [],
  );
  assert.deepEqual(
    listed.filter(({ name }) => name?.startsWith('`')),
    catalogue.map(({ name, sources, memoryMb, license, attribution }) => ({
      name: `\`${name}\``,
      download: formatBytes(getDownloadBytes(sources[0])),
      needs: memoryMb < 1000 ? `${memoryMb} MB` : `${memoryMb / 1000} GB`,
      license,
      by: attribution.replace('; converted to ONNX by k2-fsa', ''),
    })),
  );
  const sources = catalogue.flatMap((model) => model.sources);
  const assets = sources.flatMap((source) => (source.kind === 'release' ? [source.asset] : []));
  assert.deepEqual(page.match(/^[a-z-]+-models\/\S+$/gm), assets);
  const packages = sources.flatMap((source) => (source.kind === 'registry' ? source.packages : []));
  const bytes = new Map(packages.map((one) => [`\`${one.name}@${one.version}\``, formatBytes(one.bytes)]));
  const described = rows.filter(([, name]) => name !== undefined && /^`.+@[\d.]+`$/.test(name));
  assert.deepEqual(new Map(described.map(([, name, size]) => [name, size])), bytes);
});
