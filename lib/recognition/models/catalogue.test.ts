import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue, findInCatalogue } from '#lib/recognition/models/catalogue';
import { chooseModel, companions } from '#lib/recognition/models/choose-model';
import { isModelName, staysInside } from '#lib/recognition/models/parse-manifest';
import { missingParts } from '#lib/recognition/models/parts';

test('every published model has what its kind needs, a checksum of the right form, and a name of its own', () => {
  assert.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length);
  for (const model of catalogue) {
    assert.ok(isModelName(model.name), model.name);
    assert.deepEqual(missingParts(model, Object.keys(model.parts)), [], model.name);
    assert.ok(Object.values(model.parts).every(staysInside), model.name);
    assert.match(model.sha256 ?? '0'.repeat(64), /^[0-9a-f]{64}$/);
    assert.match(model.asset, /^[a-z-]+\/\S+\.(tar\.bz2|onnx)$/);
    assert.ok(model.forWhom.length <= 78 && model.forWhom.endsWith('.'), model.name);
    assert.ok(model.license !== '' && model.attribution !== '' && model.memoryMb > 0);
  }
});

test('languages are canonical tags, each once', () => {
  for (const model of catalogue) {
    const languages = model.role === 'recogniser' ? (model.languages ?? []) : [];
    assert.deepEqual(languages, [...new Set(Intl.getCanonicalLocales(languages))], model.name);
  }
  const parakeet = findInCatalogue('parakeet-tdt-0.6b-v3');
  assert.ok(parakeet?.role === 'recogniser');
  assert.equal(parakeet.languages?.length, 25);
});

test('the first start chooses by memory: Parakeet from 4 GB on, a small model below, none below 1 GB', () => {
  const mib = 1024 ** 2;
  assert.equal(chooseModel(24_000 * mib), 'parakeet-tdt-0.6b-v3');
  // What a machine with 4 GB shows.
  assert.equal(chooseModel(3_800 * mib), 'parakeet-tdt-0.6b-v3');
  assert.equal(chooseModel(3_000 * mib), 'whisper-base');
  assert.equal(chooseModel(970 * mib), 'whisper-base');
  assert.equal(chooseModel(512 * mib), undefined);
});

test('what the first start installs is published, and its models need no more memory than there is', () => {
  assert.deepEqual(
    companions.map((name) => findInCatalogue(name)?.role),
    ['voice-activity', 'segmentation', 'embedding'],
  );
  for (const gib of [1, 2, 4, 8]) {
    const model = findInCatalogue(chooseModel(gib * 1024 ** 3) ?? '');
    assert.ok(model !== undefined && model.memoryMb < gib * 1024 && model.sha256 !== undefined);
  }
});
