import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { childProcesses } from '#e2e/support/child-processes';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { waitFor } from '#e2e/support/wait';
import { zipformer } from '#e2e/support/zipformer';
import { decodeAudio } from '#lib/media/decode-audio';
import { type Engine, EngineFailure } from '#lib/recognition/engine';
import { sherpa } from '#lib/recognition/engines/sherpa/sherpa';
import type { InstalledModel, RecognizerManifest } from '#lib/recognition/models/manifest';
import type { RecognizerKind } from '#lib/recognition/models/parts';
import { startSpeechProcess } from '#lib/recognition/speech/speech-process';

// Only with --all: broken speech models.

const models = testModels() ?? '';
const skip = models === '' ? noTestModels : false;
const wav = '/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0880.wav';
const quiet = new AbortController().signal;
const piece = { startMs: 0, endMs: 2990 };
/** Too short to hold a word: the model is loaded, and hears nothing. */
const instant = { startMs: 0, endMs: 1 };
const options = { language: undefined, vocabulary: [] };

type Model = InstalledModel<RecognizerManifest>;

let folder = '';
let pcmPath = '';
let sound: Model;
/** An engine with the sound model, which all tests share. */
let other: Engine;
before(async () => {
  if (skip !== false) return;
  folder = await mkdtemp(path.join(tmpdir(), 'longhand-faults-'));
  pcmPath = path.join(folder, 'clip.pcm');
  await decodeAudio(wav, pcmPath, { maxSeconds: 60 });
  sound = zipformer(models);
  other = startEngine(sound);
});
after(async () => {
  await other?.close();
  if (folder !== '') await rm(folder, { recursive: true });
});

/** The processes of engines that this one, or the one named, has started. */
const children = (starter?: number) => childProcesses('speech/host.mjs', starter);
const anotherThan = (before: readonly number[]) =>
  waitFor('a process of the engine', () => children().find((pid) => !before.includes(pid)));

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const startEngine = (model: Model) => sherpa({ model, processes: 1, threads: 1, idleMs: 60_000 });

async function withEngine(model: Model, work: (engine: Engine) => Promise<void>) {
  const before = children();
  const engine = startEngine(model);
  try {
    await work(engine);
  } finally {
    await engine.close();
  }
  assertNoneBut(before);
}

/** Those of the engine that the tests share may have ended meanwhile. */
function assertNoneBut(before: readonly number[]): void {
  assert.deepEqual(
    children().filter((pid) => !before.includes(pid)),
    [],
  );
}

async function assertHears(engine: Engine): Promise<void> {
  assert.ok((await engine.recognize(pcmPath, piece, options, quiet)).words.length > 3);
}

/** Checks that a piece fails with a cause, and that an engine with a sound model then does its work. */
async function failsWith(model: Model, cause: RegExp) {
  await withEngine(model, async (engine) => {
    await assert.rejects(engine.recognize(pcmPath, piece, options, quiet), (error: unknown) => {
      assert.ok(error instanceof EngineFailure, String(error));
      assert.match(error.message, cause);
      return true;
    });
  });
  await assertHears(other);
}

/** The model with one part replaced by other content. */
async function withPart(part: string, content: Uint8Array | string): Promise<Model> {
  const file = path.join(folder, `${part}.spoiled`);
  await writeFile(file, content);
  return { ...sound, paths: { ...sound.paths, [part]: file } };
}

function ofKind(kind: RecognizerKind, paths: Record<string, string> = sound.paths): Model {
  return { manifest: { ...sound.manifest, kind }, paths };
}

/** The encoder with another value of its metadata: read by the library, but not what its graph was made for. */
async function spoiledEncoder(): Promise<Uint8Array> {
  const encoder = await readFile(sound.paths['encoder'] ?? '');
  const at = encoder.indexOf('left_context_len');
  assert.ok(at > 0);
  const value = encoder.indexOf('64,32,16,8,16,32', at);
  assert.ok(value > 0);
  encoder.write('66', value, 'latin1');
  return encoder;
}

test('a model file of garbage fails the piece with a cause', { skip }, async () => {
  await failsWith(
    await withPart('encoder', 'garbage '.repeat(100)),
    /SIGABRT|code \d+; .*(?:Protobuf|ONNX|model)/i,
  );
});

test('an offline model of garbage fails the piece with a cause', { skip }, async () => {
  const garbage = await withPart('model', 'garbage '.repeat(100));
  await failsWith(ofKind('nemo-ctc', garbage.paths), /./);
});

test('a tokens file of garbage fails the piece with a cause', { skip }, async () => {
  await failsWith(await withPart('tokens', Buffer.alloc(300, 0xff)), /process ended: (?:SIG|code)/);
});

test('a missing file fails the piece with its name', { skip }, async () => {
  const paths = { ...sound.paths, joiner: path.join(folder, 'nowhere.onnx') };
  await failsWith({ ...sound, paths }, /nowhere\.onnx/);
});

test('a missing part fails the piece with its name', { skip }, async () => {
  await failsWith(
    ofKind('whisper', { tokens: sound.paths['tokens'] ?? '' }),
    /no file for its part "encoder"/,
  );
});

test('a model of the wrong kind fails the piece with a cause', { skip }, async () => {
  for (const kind of ['nemo-transducer', 'whisper'] as const) {
    await failsWith(ofKind(kind), /process ended: (?:SIG|code \d+); .+/);
  }
});

test('a model that aborts in the middle of a piece fails it with a cause', { skip }, async () => {
  const model = await withPart('encoder', await spoiledEncoder());
  await withEngine(model, async (engine) => {
    // It loads: a piece too short to hold a word does not get to the encoder.
    assert.deepEqual((await engine.recognize(pcmPath, instant, options, quiet)).words, []);
  });
  await failsWith(model, /SIGABRT; .+/);
});

test('a process that hangs is ended at its deadline, and the next one answers', { skip }, async () => {
  const request = { pcmPath, ...piece, language: undefined, vocabulary: [] };
  const before = children();
  const hanging = startSpeechProcess('recognizer', {
    kind: sound.manifest.kind,
    paths: sound.paths,
    threads: 1,
    letterCase: 'upper',
    vocabulary: [],
  });
  const pid = await anotherThan(before);
  await hanging.ask({ ...request, endMs: 0 }, { deadlineMs: 60_000, signal: quiet });
  process.kill(pid, 'SIGSTOP');
  await assert.rejects(hanging.ask(request, { deadlineMs: 1000, signal: quiet }), /no response within 1 s/);
  await waitFor('the end of the process', () => (isRunning(pid) ? undefined : true));
  await assertHears(other);
});

test('a process that is killed costs nothing: its piece is recognized in a fresh one', { skip }, async () => {
  await withEngine(sound, async (engine) => {
    const before = children();
    const running = engine.recognize(pcmPath, piece, options, quiet);
    process.kill(await anotherThan(before), 'SIGKILL');
    assert.ok((await running).words.length > 3);
  });
});

test('an aborted piece ends at once, and the next is recognized', { skip }, async () => {
  await withEngine(sound, async (engine) => {
    const abort = new AbortController();
    const before = children();
    const running = engine.recognize(pcmPath, piece, options, abort.signal);
    await anotherThan(before);
    abort.abort(new Error('deleted'));
    await assert.rejects(running, /deleted/);
    await assertHears(engine);
  });
});

test('a recording that is gone is a failure, and the next piece is recognized', { skip }, async () => {
  const gone = path.join(folder, 'gone.pcm');
  await assert.rejects(other.recognize(gone, piece, options, quiet), /ENOENT.*gone\.pcm/);
  await assertHears(other);
});

test('closing rejects what is under way or waiting and leaves no process', { skip }, async () => {
  const before = children();
  const engine = startEngine(sound);
  const outcomes = Promise.allSettled([1, 2].map(() => engine.recognize(pcmPath, piece, options, quiet)));
  await anotherThan(before);
  await engine.close();
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assertNoneBut(before);
});

test('the process ends with the one that started it, however that ends', { skip }, async () => {
  const source = `import { sherpa } from '#lib/recognition/engines/sherpa/sherpa';
    const engine = sherpa({ model: ${JSON.stringify(sound)}, processes: 1, threads: 1, idleMs: 60_000 });
    const options = { language: undefined, vocabulary: [] };
    await engine.recognize(${JSON.stringify(pcmPath)}, ${JSON.stringify(instant)}, options, new AbortController().signal);
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(parent.stdout, 'data');
  const [pid] = children(parent.pid);
  assert.ok(pid);
  parent.kill('SIGKILL');
  await waitFor('the end of the process', () => (isRunning(pid) ? undefined : true));
});
