import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { writeCtcModel } from '#e2e/support/onnx/ctc-model';
import { writeMoonshineModel } from '#e2e/support/onnx/moonshine-model';
import { writeSenseVoiceModel } from '#e2e/support/onnx/sense-voice-model';
import type { LongPieceFault } from '#e2e/support/onnx/spoil-model';
import { writeTdtTransducer } from '#e2e/support/onnx/tdt-transducer';
import { tinyModel } from '#e2e/support/onnx/tiny-model';
import { writeTones } from '#e2e/support/onnx/tones';
import { writeTransducer } from '#e2e/support/onnx/transducer';
import { writeWhisperModel } from '#e2e/support/onnx/whisper-model';
import { childProcesses } from '#e2e/support/child-processes';
import { ceilingMs } from '#e2e/support/wait';
import { EngineFailure } from '#lib/recognition/engine';
import { memoryBudget } from '#lib/recognition/engines/memory-budget';
import type { RecognizedTokens } from '#lib/recognition/engines/sherpa/read-words';
import { sherpa } from '#lib/recognition/engines/sherpa/sherpa';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import type { RecognizerKind } from '#lib/recognition/models/parts';
import { speechPool } from '#lib/recognition/speech/speech-pool';

// Only with --all: broken speech models.

/*
 * Tiny models that fail: while they load, or in the middle of their work with a piece of more than three seconds. In each
 * case the piece fails with a cause, and the same engine recognizes the next one.
 */

type Model = InstalledModel<RecognizerManifest>;

const quiet = new AbortController().signal;
const short = { startMs: 0, endMs: 1000 };
const long = { startMs: 0, endMs: 4000 };

let folder = '';
let pcmPath = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tiny faults '));
  pcmPath = path.join(folder, 'tone.pcm');
  await writeTones(pcmPath, [{ hertz: 400, startMs: 240, endMs: 480 }], 4000);
});
after(() => rm(folder, { recursive: true }));

async function newFolder(name: string): Promise<string> {
  const made = path.join(folder, name);
  await mkdir(made, { recursive: true });
  return made;
}

const token = { hertz: 400, token: '▁hello', probability: 0.9, frames: 3, language: 'en' } as const;

/** For each kind the model that hears "hello", and three seconds in the unit of its input. */
const builders = {
  'nemo-transducer': { limit: 300, write: (own, fault) => writeTdtTransducer(own, [token], fault) },
  transducer: { limit: 300, write: (own, fault) => writeTransducer(own, [token], fault) },
  'nemo-ctc': { limit: 300, write: (own, fault) => writeCtcModel(own, 'nemo-ctc', [token], fault) },
  'zipformer-ctc': { limit: 300, write: (own, fault) => writeCtcModel(own, 'zipformer-ctc', [token], fault) },
  'sense-voice': { limit: 50, write: (own, fault) => writeSenseVoiceModel(own, [token], fault) },
  moonshine: { limit: 48_000, write: (own, fault) => writeMoonshineModel(own, ['hello'], fault) },
  // Ten seconds of padding behind the piece count.
  whisper: {
    limit: 1300,
    write: (own, fault) =>
      writeWhisperModel(own, [{ ...token, token: 'hello' }], { ...(fault === undefined ? {} : { fault }) }),
  },
} satisfies Partial<
  Record<
    RecognizerKind,
    { limit: number; write: (own: string, fault?: LongPieceFault) => Promise<Record<string, string>> }
  >
>;
type TinyKind = keyof typeof builders;

async function build(kind: TinyKind, fault?: LongPieceFault['fault']): Promise<Model> {
  const own = await newFolder(`${kind} ${fault ?? 'sound'}`);
  const { write, limit } = builders[kind];
  return tinyModel(own, kind, await write(own, fault === undefined ? undefined : { fault, limit }));
}

function start(t: TestContext, model: Model, memory = memoryBudget(Infinity)) {
  const engine = sherpa({ model, processes: 1, threads: 1, idleMs: 60_000, memory });
  t.after(() => engine.close());
  return async (piece: typeof short, language?: string) =>
    (await engine.recognize(pcmPath, piece, { language, vocabulary: [] }, quiet)).words.map(
      ({ text }) => text,
    );
}

function failsWith(cause: RegExp) {
  return (error: unknown) => {
    assert.ok(error instanceof EngineFailure, String(error));
    assert.match(error.message, cause);
    return true;
  };
}

for (const kind of Object.keys(builders) as TinyKind[]) {
  test(`a model of the kind ${kind} that fails in the middle of a piece fails that piece alone`, async (t) => {
    const recognize = start(t, await build(kind, 'fails'));
    assert.deepEqual(await recognize(short), ['hello']);
    await assert.rejects(recognize(long), failsWith(/out of data bounds/));
    assert.deepEqual(await recognize(short), ['hello']);
  });
}

test('a model that never comes to an end is stopped at the deadline, and the next piece is recognized', async (t) => {
  const { manifest, paths } = await build('nemo-transducer', 'hangs');
  const { kind, letterCase } = manifest;
  const config = { kind, paths, threads: 1, letterCase, vocabulary: [] };
  const pool = speechPool('recognizer', { config, size: 1, idleMs: 60_000 });
  t.after(() => pool.close());
  const ask = async (piece: typeof short, deadlineMs: number) =>
    (await pool.ask<RecognizedTokens>({ pcmPath, ...piece, vocabulary: [] }, { deadlineMs, signal: quiet }))
      .text;
  assert.equal(await ask(short, ceilingMs), 'hello');
  await assert.rejects(ask(long, 1000), failsWith(/no response within 1 s/));
  assert.equal(await ask(short, ceilingMs), 'hello');
});

test('a piece that a model is stuck with can be aborted', async (t) => {
  const engine = sherpa({
    model: await build('nemo-ctc', 'hangs'),
    processes: 1,
    threads: 1,
    idleMs: 60_000,
  });
  t.after(() => engine.close());
  const options = { language: undefined, vocabulary: [] };
  const heard = async () =>
    (await engine.recognize(pcmPath, short, options, quiet)).words.map(({ text }) => text);
  assert.deepEqual(await heard(), ['hello']);
  const abort = new AbortController();
  const stuck = engine.recognize(pcmPath, long, options, abort.signal);
  const waiting = heard();
  abort.abort(new Error('deleted'));
  await assert.rejects(stuck, /deleted/);
  assert.deepEqual(await waiting, ['hello']);
});

test('a language that a Whisper model lacks ends its process, and the next piece is recognized', async (t) => {
  const recognize = start(t, await build('whisper'));
  assert.deepEqual(await recognize(short, 'de'), ['hello']);
  await assert.rejects(recognize(short, 'tlh'), failsWith(/code 255; .*Invalid language: tlh/s));
  assert.deepEqual(await recognize(short, 'en'), ['hello']);
});

test('an engine whose model file was garbage works once the file is right', async (t) => {
  const model = await build('nemo-ctc');
  const file = model.paths['model'] ?? '';
  await rename(file, `${file}.right`);
  await writeFile(file, Buffer.from('garbage '.repeat(500)));
  const recognize = start(t, model);
  await assert.rejects(recognize(short), failsWith(/Protobuf parsing failed/));
  await rename(`${file}.right`, file);
  assert.deepEqual(await recognize(short), ['hello']);
});

/** The files of one model under the names of parts of another kind. */
const mistaken: Array<{
  name: string;
  kind: RecognizerKind;
  cause: RegExp;
  parts: Record<string, [TinyKind, string]>;
}> = [
  {
    name: 'a CTC model that is taken for a transducer',
    kind: 'nemo-transducer',
    cause: /code 255; .*pred_rnn_layers/s,
    parts: {
      encoder: ['nemo-ctc', 'model'],
      decoder: ['nemo-transducer', 'decoder'],
      joiner: ['nemo-transducer', 'joiner'],
      tokens: ['nemo-ctc', 'tokens'],
    },
  },
  {
    name: 'a transducer that is taken for Whisper',
    kind: 'whisper',
    cause: /code 255; .*n_mels/s,
    parts: {
      encoder: ['nemo-transducer', 'encoder'],
      decoder: ['nemo-transducer', 'decoder'],
      tokens: ['nemo-transducer', 'tokens'],
    },
  },
  {
    name: 'a transducer whose decoder and joiner are mixed up',
    kind: 'nemo-transducer',
    cause: /SIG[A-Z]+/,
    parts: {
      encoder: ['nemo-transducer', 'encoder'],
      decoder: ['nemo-transducer', 'joiner'],
      joiner: ['nemo-transducer', 'decoder'],
      tokens: ['nemo-transducer', 'tokens'],
    },
  },
  {
    name: "a NeMo model that is taken for a zipformer's",
    kind: 'zipformer-ctc',
    cause: /invalid dimensions for input: audio_signal/,
    parts: { model: ['nemo-ctc', 'model'], tokens: ['nemo-ctc', 'tokens'] },
  },
  {
    name: 'a model with the tokens of another one',
    kind: 'nemo-ctc',
    cause: /code 255; .*<blk>/s,
    parts: { model: ['nemo-ctc', 'model'], tokens: ['whisper', 'tokens'] },
  },
];

for (const { name, kind, cause, parts } of mistaken) {
  test(`${name} fails its piece with a cause`, async (t) => {
    const own = await newFolder(name);
    for (const [part, [from, original]] of Object.entries(parts)) {
      await copyFile((await build(from)).paths[original] ?? '', path.join(own, part));
    }
    const names = Object.fromEntries(Object.keys(parts).map((part) => [part, part]));
    const recognize = start(t, await tinyModel(own, kind, names));
    await assert.rejects(recognize(short), failsWith(cause));
  });
}

test('two models that do not fit into the memory together are never loaded at once', async (t) => {
  const models = [await build('nemo-ctc'), await build('whisper')];
  const memory = memoryBudget(1.5 * (models[0]?.manifest.memoryMb ?? 0));
  const engines = models.map((model) => start(t, model, memory));
  for (const recognize of [...engines, ...engines]) {
    assert.deepEqual(await recognize(short), ['hello']);
    assert.equal(childProcesses('host.mjs').length, 1);
  }
});
