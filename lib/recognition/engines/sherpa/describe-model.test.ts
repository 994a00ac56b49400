import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { zipformer } from '#e2e/support/zipformer';
import { describeModel } from '#lib/recognition/engines/sherpa/describe-model';
import type { RecognizerKind } from '#lib/recognition/models/parts';

const model = zipformer('/models');
const of = (kind: RecognizerKind) => describeModel({ ...model, manifest: { ...model.manifest, kind } });

test('a model is described under its name, with the version of what runs it', () => {
  assert.deepEqual(describeModel(model), {
    id: 'sherpa:zipformer-en-3.3m',
    engine: 'sherpa',
    model: 'zipformer-en-3.3m',
    version: '1.13.8',
    capabilities: {
      words: 'timed',
      confidence: true,
      vocabulary: true,
      languages: ['en'],
      detectsLanguage: false,
      punctuated: false,
      maxPieceSeconds: 300,
    },
  });
});

test('a vocabulary needs a transducer with a bpe.vocab, and no NeMo model takes one', () => {
  assert.equal(of('transducer').capabilities.vocabulary, true);
  assert.equal(of('nemo-transducer').capabilities.vocabulary, false);
  assert.equal(of('zipformer-ctc').capabilities.vocabulary, false);
  const { bpeVocab: _, ...files } = model.manifest.files;
  const without = describeModel({ ...model, manifest: { ...model.manifest, files } });
  assert.equal(without.capabilities.vocabulary, false);
});

test('kinds that give text alone have neither times nor confidence', () => {
  for (const kind of ['moonshine', 'canary', 'qwen3-asr'] as const) {
    assert.equal(of(kind).capabilities.words, 'spread');
    assert.equal(of(kind).capabilities.confidence, false);
  }
});

test('Whisper translates, unless it knows one language or has forgotten how to', () => {
  const translates = (manifest: Partial<typeof model.manifest>) =>
    describeModel({
      ...model,
      manifest: { ...model.manifest, kind: 'whisper', detectsLanguage: true, ...manifest },
    }).capabilities.translates;
  assert.equal(translates({ name: 'whisper-base' }), true);
  assert.equal(translates({ name: 'whisper-base.en', detectsLanguage: false }), undefined);
  assert.equal(translates({ name: 'best', translates: false }), undefined);
  assert.equal(translates({ name: 'my-turbo', translates: true }), true);
  for (const name of ['whisper-turbo', 'distil-large-v3']) assert.equal(translates({ name }), undefined);
  assert.equal(translates({ kind: 'sense-voice' }), undefined);
});

test('Whisper times words only where its decoder gives its attention', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'longhand-describe-'));
  try {
    const decoder = path.join(folder, 'decoder.onnx');
    const whisper = { paths: { decoder }, manifest: { ...model.manifest, kind: 'whisper' as const } };
    await writeFile(decoder, Buffer.alloc(5_000_000));
    assert.equal(describeModel(whisper).capabilities.words, 'spread');
    await writeFile(
      decoder,
      Buffer.concat([Buffer.alloc(5_000_000), Buffer.from('cross_attention_weights')]),
    );
    assert.equal(describeModel(whisper).capabilities.words, 'timed');
  } finally {
    await rm(folder, { recursive: true });
  }
});
