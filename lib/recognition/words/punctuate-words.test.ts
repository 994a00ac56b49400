import assert from 'node:assert/strict';
import test from 'node:test';
import { punctuateWords } from '#lib/recognition/words/punctuate-words';
import type { SpeechPool } from '#lib/recognition/speech/speech-pool';

const quiet = new AbortController().signal;

/** A scripted model, which writes each block as one sentence. */
const model: SpeechPool = {
  ask: async <Answer>(request: object) => {
    const { words } = request as { words: string[] };
    const written = words.map((word, i) => {
      const cased = i === 0 ? word.toUpperCase() : word;
      return i === words.length - 1 ? `${cased}.` : cased;
    });
    return { words: written } as Answer;
  },
  close: async () => {},
};

test('words take over case and punctuation block by block and keep all else', async () => {
  const words = [
    { text: 'a', startMs: 0, endMs: 100, confidence: 0.5 },
    { text: 'b', startMs: 100, endMs: 200 },
    { text: 'c', startMs: 5000, endMs: 5100 },
  ];
  assert.deepEqual(await punctuateWords(words, model, quiet), [
    { text: 'A', startMs: 0, endMs: 100, confidence: 0.5 },
    { text: 'b.', startMs: 100, endMs: 200 },
    { text: 'C.', startMs: 5000, endMs: 5100 },
  ]);
});

test('no words need no model', async () => {
  assert.deepEqual(await punctuateWords([], model, quiet), []);
});
