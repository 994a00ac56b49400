import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { childGroups } from '#e2e/support/child-processes';
import { ownTemporaryFolder } from '#e2e/support/temporary-folder';
import { waitFor } from '#e2e/support/wait';
import { decodeAudio } from '#lib/media/decode-audio';
import { pocketsphinx } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import type { Engine, PieceOptions, RecognizedWord } from '#lib/recognition/engine';

/** The beginning of a clip: some words. */
const shortMs = 1600;
const clips = '/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-';
const quiet = new AbortController().signal;

let folder = '';
/** The folder in which the engine makes its links: nobody else's temporary files are there. */
let links = '';
let engine: Engine;
/** The words of a whole clip, which several tests need. */
let whole: RecognizedWord[];
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pocket sphinx '));
  links = await ownTemporaryFolder();
  engine = pocketsphinx({ parallel: 2 });
  for (const clip of ['0880', '0930']) {
    await decodeAudio(`${clips}${clip}.wav`, path.join(folder, `${clip}.pcm`), { maxSeconds: 60 });
  }
  whole = await recognizeClip(clip('0880'), 0, 2990);
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
  await rm(links, { recursive: true });
});

const plain: PieceOptions = { language: undefined, vocabulary: [] };

/** The words that an engine hears in a stretch of a clip. */
const recognizeClip = async (
  pcmPath: string,
  startMs: number,
  endMs: number,
  { signal = quiet, by = engine } = {},
) => (await by.recognize(pcmPath, { startMs, endMs }, plain, signal)).words;
const clip = (name: string) => path.join(folder, `${name}.pcm`);

/** The process groups of recognizers that a process, this one if none is named, has started. */
const children = (starter?: number) => childGroups('pocketsphinx_batch', starter);

/** A recognizer that was not there before, once it runs. */
const anotherThan = (before: readonly number[]) =>
  waitFor('a recognizer', () => children().find((group) => !before.includes(group)));

function isRunning(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
}

test('words are recognized, in order, inside the piece, with a confidence', () => {
  assert.match(whole.map(({ text }) => text).join(' '), /^he was not .* young man$/);
  let earliest = 0;
  for (const { startMs, endMs, confidence = -1 } of whole) {
    assert.ok(startMs >= earliest && endMs >= startMs && endMs <= 2990);
    assert.ok(confidence >= 0 && confidence <= 1);
    earliest = endMs;
  }
});

test('a piece from the middle of a recording has the times of the recording', async () => {
  const lead = Buffer.alloc(32 * 61_230);
  await writeFile(clip('joined'), Buffer.concat([lead, await readFile(clip('0880'))]));
  const inside = await recognizeClip(clip('joined'), 61_230, 64_220);
  assert.deepEqual(
    inside.map(({ startMs }) => startMs - 61_230),
    whole.map(({ startMs }) => startMs),
  );
});

test('several recordings share the processes, in turn', async () => {
  const asked = ['0880', '0930', '0880', '0930'].map((name) => recognizeClip(clip(name), 0, shortMs));
  const [first, second, third, fourth] = await Promise.all(asked);
  assert.deepEqual(third, first);
  assert.deepEqual(fourth, second);
  assert.notDeepEqual(first, second);
  assert.ok(children().length <= 2);
});

test('a piece too short to hold a word has none', async () => {
  for (const endMs of [1, 20, 120]) {
    assert.deepEqual(await recognizeClip(clip('0880'), 0, endMs), []);
  }
});

test('a file that is gone is an error, and the next piece is recognized', async () => {
  await assert.rejects(recognizeClip(clip('nowhere'), 0, 1000), /Failed to open/);
  assert.ok((await recognizeClip(clip('0880'), 0, shortMs)).length > 3);
});

test('an aborted piece ends at once, and the next is recognized', async () => {
  const own = pocketsphinx({ parallel: 1 });
  const abort = new AbortController();
  const before = children();
  const running = recognizeClip(clip('0880'), 0, 2990, { signal: abort.signal, by: own });
  await anotherThan(before);
  abort.abort(new Error('deleted'));
  await assert.rejects(running, /deleted/);
  assert.ok((await recognizeClip(clip('0880'), 0, shortMs, { by: own })).length > 3);
  await own.close();
});

test('a process that is killed costs nothing: its piece is recognized in a fresh one', async () => {
  const own = pocketsphinx({ parallel: 1 });
  const before = children();
  const running = recognizeClip(clip('0880'), 0, shortMs, { by: own });
  process.kill(-(await anotherThan(before)), 'SIGKILL');
  assert.ok((await running).length > 3);
  await own.close();
});

test('closing rejects what is under way or waiting and leaves no process', async () => {
  const own = pocketsphinx({ parallel: 1 });
  const before = children();
  const asked = [1, 2].map(() => recognizeClip(clip('0930'), 0, 3290, { by: own }));
  const outcomes = Promise.allSettled(asked);
  await anotherThan(before);
  await own.close();
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  // Those of the engine that the tests share may have ended meanwhile.
  assert.deepEqual(
    children().filter((group) => !before.includes(group)),
    [],
  );
  assert.deepEqual(await readdir(links), []);
});

test('the recognizer ends with the process that started it, however that ends', async () => {
  const source = `import { pocketsphinx } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
    const engine = pocketsphinx({ parallel: 1 });
    const piece = { startMs: 0, endMs: 20 };
    const plain = { language: undefined, vocabulary: [] };
    await engine.recognize(${JSON.stringify(clip('0880'))}, piece, plain, new AbortController().signal);
    console.log('ready');
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(parent.stdout, 'data');
  const [group] = children(parent.pid);
  assert.ok(group);
  parent.kill('SIGKILL');
  await waitFor('the end of the recognizer', () => (isRunning(group) ? undefined : true));
});
