import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameByFile, nameByPackage } from '#lib/recognition/models/install/name-model';
import { listPublished, readPackageName } from '#lib/recognition/models/install/package-name';

test('a package names its model without scope, ending, layout and version', () => {
  const names: [string, string | undefined, string][] = [
    ['@usefulsensors/moonshine-js', 'dist/model/base/quantized', 'moonshine-base'],
    ['@usefulsensors/moonshine-js', './dist/model/tiny/quantized/', 'moonshine-tiny'],
    ['@usefulsensors/moonshine-js', undefined, 'moonshine'],
    ['moonshine-base.js', 'models/v1.0/base', 'moonshine-base'],
    ['sherpa-onnx-zipformer-en', '.', 'zipformer-en'],
    ['@someone/vad-web', 'dist/silero_vad_v5.onnx', 'vad-web-silero_vad_v5'],
    ['@someone/Parakeet-0.6b', 'Some folder', 'parakeet-0.6b-some-folder'],
  ];
  for (const [name, folder, expected] of names) assert.equal(nameByPackage(name, folder), expected);
});

test('a file or an archive is called as it is published', () => {
  const names: [string, string][] = [
    ['/a/sherpa-onnx-zipformer-en-2023-06-26.tar.bz2', 'zipformer-en-2023-06-26'],
    ['sherpa-onnx-nemo-parakeet-tdt-0.6b-v2-int8.tgz', 'parakeet-tdt-0.6b-v2-int8'],
    ['/a/silero_vad.onnx', 'silero_vad'],
    ['Own model', 'own-model'],
  ];
  for (const [file, expected] of names) assert.equal(nameByFile(file), expected);
});

test('only one exact version of a package is taken', () => {
  const exact: [string, string, string][] = [
    ['npm:@usefulsensors/moonshine-js@0.1.12', '@usefulsensors/moonshine-js', '0.1.12'],
    ['npm:model@1.0.0-beta.2', 'model', '1.0.0-beta.2'],
  ];
  for (const [source, name, version] of exact) assert.deepEqual(readPackageName(source), { name, version });
  const others = ['', 'model', 'model@', 'model@latest', 'model@^1.0.0', 'model@1.0', '@a/b', '../a@1.0.0'];
  for (const other of [...others, 'a/b@1.0.0', 'a@1.0.0/../b', 'a?b@1.0.0', 'https://host/a@1.0.0']) {
    assert.throws(() => readPackageName(`npm:${other}`), /^ModelProblem: .*npm:NAME@1\.2\.3/, other);
  }
});

test('the published models that a package is the source of are known', () => {
  const moonshine = { name: '@usefulsensors/moonshine-js', version: '0.1.12' };
  assert.deepEqual(listPublished(moonshine, undefined), ['moonshine-base-en', 'moonshine-tiny-en']);
  assert.deepEqual(listPublished(moonshine, 'dist/model/tiny'), ['moonshine-tiny-en']);
  assert.deepEqual(listPublished({ ...moonshine, version: '0.1.13' }, undefined), []);
  const silero = { name: '@ricky0123/vad-web', version: '0.0.22' };
  assert.deepEqual(listPublished(silero, 'dist/silero_vad_v5.onnx'), []);
});
