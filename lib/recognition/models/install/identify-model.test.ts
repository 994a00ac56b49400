import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { describeOnnx } from '#e2e/support/describe-onnx';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { findParts, identifyModel, type ModelHints } from '#lib/recognition/models/install/identify-model';
import { ModelProblem } from '#lib/recognition/models/model-problem';
import { readOnnx } from '#lib/recognition/models/install/read-onnx';

async function identify(
  t: TestContext,
  {
    name = 'any',
    files,
    hints = {},
  }: { name?: string; files: Record<string, string | Buffer>; hints?: ModelHints },
) {
  const folder = await makeTestFolder(t);
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(folder, file), content);
  return identifyModel(folder, { name, parts: findParts(Object.keys(files)), hints });
}

const empty = describeOnnx({});
const tokens = '<blk> 0\n▁THE 1\nS 2\n';
const transducer = { 'decoder.onnx': empty, 'joiner.onnx': empty, 'tokens.txt': tokens };

test('the kind of a recognizer is identified from its files and what they say of themselves', async (t) => {
  const nemo = describeOnnx({ model_type: 'EncDecHybridRNNTCTCBPEModel' }, ['audio_signal', 'length']);
  const kinds: Array<[string, Record<string, string | Buffer>]> = [
    [
      'transducer',
      { ...transducer, 'encoder.onnx': describeOnnx({ model_type: 'zipformer2' }, ['x', 'x_lens']) },
    ],
    [
      'streaming-transducer',
      { ...transducer, 'encoder.onnx': describeOnnx({}, ['x', 'cached_key_0', 'cached_conv_0']) },
    ],
    ['nemo-transducer', { ...transducer, 'encoder.int8.onnx': nemo }],
    ['nemo-ctc', { 'model.onnx': nemo, 'tokens.txt': tokens }],
    ['zipformer-ctc', { 'model.onnx': describeOnnx({ model_type: 'zipformer2_ctc' }), 'tokens.txt': tokens }],
    [
      'sense-voice',
      { 'model.int8.onnx': describeOnnx({ model_type: 'sense_voice_ctc' }), 'tokens.txt': tokens },
    ],
    ['paraformer', { 'model.onnx': describeOnnx({ model_type: 'paraformer' }), 'tokens.txt': tokens }],
    [
      'whisper',
      {
        'base.en-encoder.int8.onnx': describeOnnx({ model_type: 'whisper-base.en', is_multilingual: '0' }, [
          'mel',
        ]),
        'base.en-decoder.int8.onnx': empty,
        'base.en-tokens.txt': 'YQ== 0\n',
      },
    ],
    [
      'canary',
      {
        'encoder.onnx': describeOnnx({ model_type: 'EncDecMultiTaskModel' }, ['audio_signal', 'length']),
        'decoder.onnx': empty,
        'tokens.txt': tokens,
      },
    ],
    ['moonshine', { 'encoder_model.ort': 'any', 'decoder_model_merged.ort': 'any', 'tokens.txt': tokens }],
    [
      'moonshine',
      {
        'preprocess.onnx': empty,
        'encode.int8.onnx': empty,
        'uncached_decode.int8.onnx': empty,
        'cached_decode.int8.onnx': empty,
        'tokens.txt': tokens,
      },
    ],
    [
      'qwen3-asr',
      {
        'conv_frontend.onnx': empty,
        'encoder.int8.onnx': empty,
        'decoder.int8.onnx': empty,
        'vocab.json': '{}',
        'merges.txt': '',
        'tokenizer_config.json': '{}',
      },
    ],
  ];
  for (const [kind, files] of kinds) {
    const found = await identify(t, { files });
    assert.equal(found.role === 'recognizer' ? found.kind : found.role, kind);
  }
});

test('a Whisper model of many languages translates if its decoder has all layers', async (t) => {
  const describe = async (metadata: Record<string, string>) => {
    const encoder = describeOnnx({ model_type: 'whisper-any', is_multilingual: '1', ...metadata }, ['mel']);
    const files = { 'encoder.onnx': encoder, 'decoder.onnx': empty, 'tokens.txt': 'YQ== 0\n' };
    const found = await identify(t, { files });
    return found.role === 'recognizer' ? found.translates : assert.fail(found.role);
  };
  assert.equal(await describe({ n_audio_layer: '32', n_text_layer: '32' }), true);
  assert.equal(await describe({ n_audio_layer: '32', n_text_layer: '4' }), false);
  assert.equal(await describe({}), true);
  assert.equal(await describe({ is_multilingual: '0' }), undefined);
});

test('the role of a helper is identified from the metadata of its file', async (t) => {
  const roles: Array<[string, Buffer]> = [
    ['voice-activity', describeOnnx({ model_type: 'silero-vad' }, ['x', 'h', 'c'])],
    ['voice-activity', describeOnnx({}, ['input', 'state', 'sr'])],
    ['segmentation', describeOnnx({ model_type: 'pyannote-segmentation-3.0' })],
    ['embedding', describeOnnx({ framework: 'nemo' })],
    ['punctuation', describeOnnx({ punctuations: '_|,|.' })],
  ];
  for (const [role, content] of roles) {
    assert.deepEqual(await identify(t, { files: { 'model.onnx': content } }), { role });
  }
});

test('the language is read from the name, the letter case from the tokens, and both are what is said', async (t) => {
  const files = { ...transducer, 'encoder.onnx': describeOnnx({}, ['x', 'x_lens']) };
  const describe = async (name: string, text: string, hints: ModelHints = {}) => {
    const found = await identify(t, { name, files: { ...files, 'tokens.txt': text }, hints });
    assert.ok(found.role === 'recognizer');
    return [found.languages, found.letterCase, found.detectsLanguage];
  };
  assert.deepEqual(await describe('zipformer-en-2023', tokens), [['en'], 'upper', false]);
  assert.deepEqual(await describe('zipformer', '<blk> 0\n▁the 1\n'), [undefined, 'lower', false]);
  assert.deepEqual(await describe('de-fr', '<blk> 0\n▁The 1\n. 2\n'), [['de', 'fr'], 'written', true]);
  const hints: ModelHints = { languages: ['pt-BR'], letterCase: 'written' };
  assert.deepEqual(await describe('zipformer-en', tokens, hints), [['pt-BR'], 'written', false]);
});

test('what can’t be identified, or lacks a file, is refused with the way out', async (t) => {
  const faulty: Array<[Record<string, string | Buffer>, ModelHints, RegExp]> = [
    [{ 'model.onnx': empty }, {}, /--kind .*--role/],
    [
      { 'model.onnx': empty, 'tokens.txt': tokens },
      { kind: 'whisper' },
      /needs more files: encoder, decoder/,
    ],
    [{ 'encoder.onnx': empty, 'decoder.onnx': empty }, { role: 'embedding' }, /single \.onnx file/],
    [{ 'tokens.txt': tokens }, {}, /no file ends with \.onnx/],
    [{ 'model.onnx': 'garbage' }, {}, /not an ONNX file/],
    [{ 'a.onnx': empty, 'b.onnx': empty }, {}, /several files for the model/],
  ];
  for (const [files, hints, message] of faulty) {
    await assert.rejects(identify(t, { files, hints }), (error: Error) => {
      assert.match(error.message, message);
      return error instanceof ModelProblem;
    });
  }
});

test('of an encoder in two precisions the quantized one is taken', () => {
  const parts = findParts(['small-encoder.onnx', 'small-encoder.int8.onnx', 'small-tokens.txt', 'README.md']);
  assert.deepEqual(parts, { encoder: 'small-encoder.int8.onnx', tokens: 'small-tokens.txt' });
});

test('garbage is no ONNX file, whatever its bytes', async (t) => {
  const folder = await makeTestFolder(t);
  const file = path.join(folder, 'model.onnx');
  const whole = describeOnnx({ a: 'b' });
  for (const content of [
    Buffer.alloc(0),
    randomBytes(5000),
    Buffer.alloc(5000),
    whole.subarray(0, 200_000),
  ]) {
    await writeFile(file, content);
    assert.equal(await readOnnx(file), undefined);
  }
  await writeFile(file, whole);
  assert.deepEqual(await readOnnx(file), { metadata: { a: 'b' }, inputs: ['x'] });
});
