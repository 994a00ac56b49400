import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { writeCnnBilstm, writeCtTransformer, type WrittenWord } from '#e2e/support/onnx/punctuation-models';
import { EngineFailure } from '#lib/recognition/engine';
import { speechPool } from '#lib/recognition/speech/speech-pool';
import { punctuateWords } from '#lib/recognition/words/punctuate-words';

/* The real library with tiny models, in which each word has its mark and its case in any position. */

const vocabulary: WrittenWord[] = [
  { word: 'hello', mark: ',', letterCase: 'capital' },
  { word: 'world', mark: '.' },
  { word: "don't", letterCase: 'capital' },
  { word: 'nasa', letterCase: 'upper' },
  { word: 'works', mark: '?' },
];

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tiny punctuation '));
});
after(() => rm(folder, { recursive: true }));

async function punctuate(
  t: TestContext,
  write: (folder: string, words: WrittenWord[]) => Promise<Record<string, string>>,
  text: string,
) {
  const files = Object.entries(await write(folder, vocabulary));
  const paths = Object.fromEntries(files.map(([part, name]) => [part, path.join(folder, name)]));
  const pool = speechPool('punctuation', { config: { paths, threads: 1 }, size: 1, idleMs: 60_000 });
  t.after(() => pool.close());
  const words = text
    .split(' ')
    .map((text, i) => ({ text, startMs: 100 * i, endMs: 100 * i + 50, confidence: 0.5 }));
  const punctuated = await punctuateWords(words, pool, new AbortController().signal);
  const rewritten = words.map((word, i) => ({ ...word, text: punctuated[i]?.text }));
  assert.deepEqual(punctuated, rewritten, 'all but the text stays');
  return punctuated.map(({ text }) => text).join(' ');
}

test('a CNN-BiLSTM writes case and marks', async (t) => {
  const written = await punctuate(t, writeCnnBilstm, "hello world don't nasa works");
  assert.equal(written, "Hello, world. Don't NASA works?");
});

test('a CT transformer sets marks, narrow ones behind words that are not Chinese', async (t) => {
  assert.equal(await punctuate(t, writeCtTransformer, 'hello world nasa works'), 'hello, world. nasa works?');
});

test('words that a CT transformer takes apart, or runs together, come back as they were', async (t) => {
  const text = "hello don't well-known 3.5 naïve über o'clock world";
  assert.equal(
    await punctuate(t, writeCtTransformer, text),
    "hello, don't well-known 3.5 naïve über o'clock world.",
  );
});

test('a punctuation model of garbage is a failure of the engine', async (t) => {
  const garbage = async (folder: string) => {
    await writeFile(path.join(folder, 'garbage.onnx'), 'garbage '.repeat(100));
    return { model: 'garbage.onnx' };
  };
  await assert.rejects(punctuate(t, garbage, 'hello world'), EngineFailure);
});
