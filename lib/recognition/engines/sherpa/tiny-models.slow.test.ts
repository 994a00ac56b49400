import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { writeCtcModel } from '#e2e/support/onnx/ctc-model';
import { writeMoonshineModel } from '#e2e/support/onnx/moonshine-model';
import { writeSenseVoiceModel } from '#e2e/support/onnx/sense-voice-model';
import { writePromptedTransducer } from '#e2e/support/onnx/prompted-transducer';
import { writeTdtTransducer } from '#e2e/support/onnx/tdt-transducer';
import { tinyModel } from '#e2e/support/onnx/tiny-model';
import { type Tone, writeTones } from '#e2e/support/onnx/tones';
import { writeTransducer } from '#e2e/support/onnx/transducer';
import { writeWhisperModel } from '#e2e/support/onnx/whisper-model';
import type { WhisperToken } from '#e2e/support/onnx/whisper-vocabulary';
import { ceilingMs } from '#e2e/support/wait';
import type { Engine, PieceOptions } from '#lib/recognition/engine';
import type { RecognizedTokens } from '#lib/recognition/engines/sherpa/read-words';
import { sherpa } from '#lib/recognition/engines/sherpa/sherpa';
import { identifyModel } from '#lib/recognition/models/install/identify-model';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import type { RecognizerKind } from '#lib/recognition/models/parts';
import { startSpeechProcess } from '#lib/recognition/speech/speech-process';

/*
 * Each offline kind of model on the real library. The models are tiny and hear tones (`recognize-tones.ts`), so that their
 * text, times and probabilities are known beforehand.
 */

type Model = InstalledModel<RecognizerManifest>;

const quiet = new AbortController().signal;

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tiny models '));
});
after(async () => {
  for (const engine of engines.values()) await engine.close();
  await rm(folder, { recursive: true });
});

async function newFolder(name: string): Promise<string> {
  const made = path.join(folder, name);
  await mkdir(made, { recursive: true });
  return made;
}

/** A recording of tones and its piece, which begins where the tones' clock does, 3 s into the recording. */
const pieceStartMs = 3000;
async function record(name: string, tones: Tone[], lengthMs = 2000) {
  const pcmPath = path.join(folder, `${name}.pcm`);
  const shifted = tones.map(({ hertz, startMs, endMs }) => ({
    hertz,
    startMs: pieceStartMs + startMs,
    endMs: pieceStartMs + endMs,
  }));
  // Tones outside of the piece: who hears them has read the wrong samples.
  const outside = [pieceStartMs - 500, pieceStartMs + lengthMs].map((startMs) => ({
    hertz: 400,
    startMs,
    endMs: startMs + 500,
  }));
  await writeTones(pcmPath, [...shifted, ...outside], pieceStartMs + lengthMs + 500);
  return { pcmPath, startMs: pieceStartMs, endMs: pieceStartMs + lengthMs };
}

/** The start of frames of all kinds of models: every 240 ms. */
const greeting = () =>
  record('greeting', [
    { hertz: 400, startMs: 480, endMs: 720 },
    { hertz: 800, startMs: 720, endMs: 880 },
    { hertz: 1600, startMs: 1200, endMs: 1440 },
    { hertz: 3200, startMs: 1440, endMs: 1520 },
  ]);
const nothing = () => record('nothing', []);

const greetingTokens = [
  { hertz: 400, token: '▁hel' },
  { hertz: 800, token: 'lo' },
  { hertz: 1600, token: '▁world' },
  { hertz: 3200, token: '.' },
] as const;

const whisperTokens: WhisperToken[] = [
  { hertz: 400, token: ' Hello', language: 'en' },
  { hertz: 800, token: ',', language: 'en' },
  { hertz: 1600, token: ' world', language: 'en' },
  { hertz: 3200, token: ' Welt', language: 'de', english: ' world' },
];

const builders = {
  'nemo-transducer': async (folder: string) =>
    writeTdtTransducer(folder, [
      { ...greetingTokens[0], probability: 0.9, frames: 3 },
      { ...greetingTokens[1], probability: 0.8, frames: 2 },
      { ...greetingTokens[2], probability: 0.7, frames: 3 },
      { ...greetingTokens[3], probability: 0.6, frames: 1 },
    ]),
  transducer: async (folder: string) =>
    writeTransducer(folder, [
      { ...greetingTokens[0], probability: 0.9 },
      { ...greetingTokens[1], probability: 0.8 },
      { ...greetingTokens[2], probability: 0.5, other: { token: '▁wild', probability: 0.4 } },
      { ...greetingTokens[3], probability: 0.6 },
    ]),
  'nemo-ctc': async (folder: string) => writeCtcModel(folder, 'nemo-ctc', [...greetingTokens]),
  'zipformer-ctc': async (folder: string) => writeCtcModel(folder, 'zipformer-ctc', [...greetingTokens]),
  'sense-voice': async (folder: string) => writeSenseVoiceModel(folder, [...greetingTokens]),
  moonshine: async (folder: string) => writeMoonshineModel(folder, [' Hello', ',', ' world']),
  whisper: async (folder: string) => writeWhisperModel(folder, whisperTokens),
} satisfies Partial<Record<RecognizerKind, (folder: string) => Promise<Record<string, string>>>>;
type TinyKind = keyof typeof builders;

const models = new Map<TinyKind, Model>();

async function build(kind: TinyKind): Promise<Model> {
  const own = await newFolder(kind);
  const model = models.get(kind) ?? (await tinyModel(own, kind, await builders[kind](own)));
  models.set(kind, model);
  return model;
}

const startEngine = (model: Model) => sherpa({ model, processes: 1, threads: 1, idleMs: 60_000 });

/** The engines that the tests share. */
const engines = new Map<TinyKind, Engine>();

async function getEngine(kind: TinyKind): Promise<Engine> {
  const engine = engines.get(kind) ?? startEngine(await build(kind));
  engines.set(kind, engine);
  return engine;
}

/** The answer of the recognizer's process for a piece. */
async function askRaw(
  t: TestContext,
  { manifest, paths }: Model,
  piece: { pcmPath: string; startMs: number; endMs: number; language?: string },
): Promise<RecognizedTokens> {
  const { kind, letterCase } = manifest;
  const process = startSpeechProcess('recognizer', { kind, paths, threads: 1, letterCase, vocabulary: [] });
  t.after(() => process.kill());
  return process.ask<RecognizedTokens>(
    { vocabulary: [], ...piece },
    { deadlineMs: ceilingMs, signal: quiet },
  );
}

/** The transcript that an engine makes of a piece. */
const recognize = (
  engine: Engine,
  { pcmPath, ...piece }: { pcmPath: string; startMs: number; endMs: number },
  options: Partial<PieceOptions> = {},
) => engine.recognize(pcmPath, piece, { language: undefined, vocabulary: [], ...options }, quiet);

const toText = ({ words }: { words: Array<{ text: string }> }) => words.map(({ text }) => text).join(' ');

/** Times in seconds as the library gives them, in 32-bit floats with two decimals. */
const near = (actual: number[], expected: number[], tolerance = 0.0005) => {
  assert.equal(actual.length, expected.length, `${actual.join()} and not ${expected.join()}`);
  actual.forEach((value, i) =>
    assert.ok(
      Math.abs(value - (expected[i] ?? Number.NaN)) <= tolerance,
      `${actual.join()} and not ${expected.join()}`,
    ),
  );
};

test('a NeMo transducer gives tokens with times, durations and the probabilities that its joiner gave', async (t) => {
  const answer = await askRaw(t, await build('nemo-transducer'), await greeting());
  assert.equal(answer.text, 'hello world.');
  assert.deepEqual(answer.tokens, [' hel', 'lo', ' world', '.']);
  near(answer.times, [0.48, 0.72, 1.2, 1.44]);
  near(answer.durations, [0.24, 0.16, 0.24, 0.08]);
  near(answer.logProbs, [0.9, 0.8, 0.7, 0.6].map(Math.log), 0.00001);
});

test('the words of a NeMo transducer last as long as their tokens with a sound and are as certain as all of them', async () => {
  const { words } = await recognize(await getEngine('nemo-transducer'), await greeting());
  assert.deepEqual(
    words.map(({ text, startMs, endMs }) => ({ text, startMs, endMs })),
    [
      { text: 'hello', startMs: 3480, endMs: 3880 },
      { text: 'world.', startMs: 4200, endMs: 4440 },
    ],
  );
  near(
    words.map(({ confidence = Number.NaN }) => confidence),
    [Math.sqrt(0.9 * 0.8), Math.sqrt(0.7 * 0.6)],
    0.00001,
  );
});

test('a transducer without durations gives tokens with times and the probabilities that its joiner gave', async (t) => {
  const answer = await askRaw(t, await build('transducer'), await greeting());
  assert.equal(answer.text, 'hello world.');
  assert.deepEqual(answer.tokens, [' hel', 'lo', ' world', '.']);
  near(answer.times, [0.48, 0.72, 1.2, 1.44]);
  assert.deepEqual(answer.durations, []);
  near(answer.logProbs, [0.9, 0.8, 0.5, 0.6].map(Math.log), 0.00001);
});

test("a vocabulary turns an offline transducer's choice between two words, for its piece alone", async () => {
  const [engine, piece] = [await getEngine('transducer'), await greeting()];
  const recognizeText = async (...vocabulary: string[]) =>
    toText(await recognize(engine, piece, { vocabulary }));
  assert.equal(await recognizeText(), 'hello world.');
  assert.equal(await recognizeText('wild'), 'hello wild.');
  assert.equal(await recognizeText('world', 'hello'), 'hello world.');
  assert.equal(await recognizeText(), 'hello world.');
});

for (const kind of ['nemo-ctc', 'zipformer-ctc'] as const) {
  test(`a model of the kind ${kind} gives tokens with times, and neither durations nor probabilities`, async (t) => {
    const answer = await askRaw(t, await build(kind), await greeting());
    assert.equal(answer.text, 'hello world.');
    assert.deepEqual(answer.tokens, [' hel', 'lo', ' world', '.']);
    near(answer.times, [0.48, 0.72, 1.2, 1.44]);
    assert.deepEqual([answer.durations, answer.logProbs], [[], []]);
  });

  test(`words of the kind ${kind} begin with their first token and have no confidence`, async () => {
    const { words } = await recognize(await getEngine(kind), await greeting());
    assert.deepEqual(
      words.map(({ text, startMs }) => ({ text, startMs })),
      [
        { text: 'hello', startMs: 3480 },
        { text: 'world.', startMs: 4200 },
      ],
    );
    assert.ok(words.every((word) => !('confidence' in word) && word.endMs > word.startMs));
    assert.ok((words[0]?.endMs ?? Infinity) <= 4200, 'a word ends before the next one begins');
  });
}

test('SenseVoice gives tokens with times, and the language that it detected or was given', async (t) => {
  const model = await build('sense-voice');
  const answer = await askRaw(t, model, await greeting());
  assert.equal(answer.text, 'hello world.');
  assert.deepEqual(answer.tokens, [' hel', 'lo', ' world', '.']);
  near(answer.times, [0.48, 0.72, 1.2, 1.44]);
  assert.equal(answer.language, '<|en|>');
  const inKorean = await askRaw(t, model, { ...(await greeting()), language: 'ko' });
  assert.equal(inKorean.language, '<|ko|>');
  assert.equal((await recognize(await getEngine('sense-voice'), await greeting())).language, 'en');
});

test('Moonshine gives text alone, whose words are spread over the piece', async (t) => {
  const model = await build('moonshine');
  const answer = await askRaw(t, model, await greeting());
  assert.equal(answer.text, 'Hello, world');
  assert.deepEqual([answer.times, answer.durations, answer.logProbs], [[], [], []]);
  const { words } = await recognize(await getEngine('moonshine'), await greeting());
  assert.deepEqual(words, [
    { text: 'Hello,', startMs: 3000, endMs: 4000 },
    { text: 'world', startMs: 4000, endMs: 5000 },
  ]);
});

const closeTones = () =>
  record('close', [
    { hertz: 400, startMs: 0, endMs: 400 },
    { hertz: 800, startMs: 400, endMs: 600 },
    { hertz: 1600, startMs: 600, endMs: 1200 },
  ]);

test('Whisper gives tokens with the times that its attention moved at, and the language that it found', async (t) => {
  const answer = await askRaw(t, await build('whisper'), await closeTones());
  assert.equal(answer.text, 'Hello, world');
  assert.deepEqual(answer.tokens, [' Hello', ',', ' world']);
  near(answer.times, [0, 0.4, 0.6]);
  near(answer.durations, [0.4, 0.2, 0.6]);
  assert.deepEqual(answer.logProbs, []);
  assert.equal(answer.language, 'en');
});

test("Whisper's words have the times of their tokens, without those of marks behind them", async () => {
  const { words, language } = await recognize(await getEngine('whisper'), await closeTones());
  assert.deepEqual(words, [
    { text: 'Hello,', startMs: 3000, endMs: 3400 },
    { text: 'world', startMs: 3600, endMs: 4200 },
  ]);
  assert.equal(language, 'en');
});

test('Whisper without attention gives a segment with its times, over which its words are spread', async (t) => {
  const own = await newFolder('whisper-segments');
  const model = await tinyModel(
    own,
    'whisper',
    await writeWhisperModel(own, whisperTokens, { times: 'segments' }),
  );
  const piece = await record('later', [
    { hertz: 400, startMs: 300, endMs: 700 },
    { hertz: 1600, startMs: 900, endMs: 1300 },
  ]);
  const engine = startEngine(model);
  t.after(() => engine.close());
  const { words, language } = await recognize(engine, piece);
  assert.deepEqual(words, [
    { text: 'Hello', startMs: 3300, endMs: 3800 },
    { text: 'world', startMs: 3800, endMs: 4300 },
  ]);
  assert.equal(language, 'en');
});

test('Whisper finds out each piece its own language, and takes the one that it is given', async (t) => {
  const german = await record('german', [{ hertz: 3200, startMs: 200, endMs: 800 }]);
  const engine = await getEngine('whisper');
  const recognizeText = async (piece: typeof german) => {
    const heard = await recognize(engine, piece);
    return { text: toText(heard), language: heard.language };
  };
  assert.deepEqual(await recognizeText(german), { text: 'Welt', language: 'de' });
  assert.deepEqual(await recognizeText(await closeTones()), { text: 'Hello, world', language: 'en' });
  assert.deepEqual(await recognizeText(german), { text: 'Welt', language: 'de' });
  const asked = await askRaw(t, await build('whisper'), { ...german, language: 'en' });
  assert.equal(asked.language, 'en');
});

test('Whisper writes in English what it is asked to translate, piece by piece, and tells what was spoken', async () => {
  const german = await record('to-translate', [{ hertz: 3200, startMs: 600, endMs: 1400 }]);
  const engine = await getEngine('whisper');
  const ask = async (options: Partial<PieceOptions>) => {
    const { words, language } = await recognize(engine, german, options);
    const times = words.flatMap(({ startMs, endMs }) => [startMs, endMs]);
    assert.deepEqual(
      times,
      [...times].toSorted((a, b) => a - b),
    );
    assert.ok((times[0] ?? 0) >= german.startMs && (times.at(-1) ?? Infinity) <= german.endMs);
    return [toText({ words }), language];
  };
  assert.deepEqual(await ask({}), ['Welt', 'de']);
  assert.deepEqual(await ask({ translate: true }), ['world', 'de']);
  assert.deepEqual(await ask({ translate: true, language: 'de' }), ['world', 'de']);
  assert.deepEqual(await ask({ language: 'de' }), ['Welt', 'de']);
  assert.deepEqual(await ask({}), ['Welt', 'de']);
  assert.equal(engine.description.capabilities.translates, true);
});

test('a streaming transducer with prompts writes the language that it is told, and finds it out where none is named', async (t) => {
  const own = await newFolder('prompted');
  const files = await writePromptedTransducer(
    own,
    ['en-US', 'de-DE', 'auto'],
    [
      { hertz: 400, tokens: { 'en-US': '▁hello', 'de-DE': '▁hallo', auto: '▁hello' } },
      { hertz: 1600, tokens: { 'en-US': '▁world', 'de-DE': '▁welt', auto: '▁welt' } },
    ],
  );
  const model = await tinyModel(own, 'streaming-transducer', files);
  const identified = await identifyModel(own, { name: 'any', parts: files, hints: {} });
  assert.ok(identified.role === 'recognizer');
  const engine = startEngine({ ...model, manifest: { ...model.manifest, ...identified } });
  t.after(() => engine.close());
  const recognizeText = async (language?: string) =>
    toText(await recognize(engine, await greeting(), { language }));
  assert.equal(await recognizeText(), 'hello welt');
  assert.equal(await recognizeText('de'), 'hallo welt');
  assert.equal(await recognizeText('en-GB'), 'hello world');
  assert.equal(await recognizeText(), 'hello welt');
  const { ignoresLanguage, detectsLanguage, languages } = engine.description.capabilities;
  assert.deepEqual([ignoresLanguage, detectsLanguage, languages?.length], [undefined, true, 35]);
});

for (const kind of Object.keys(builders) as TinyKind[]) {
  test(`digital silence has no words for the kind ${kind}`, async () => {
    assert.deepEqual((await recognize(await getEngine(kind), await nothing())).words, []);
  });
}
