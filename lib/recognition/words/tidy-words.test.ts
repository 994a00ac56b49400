import assert from 'node:assert/strict';
import test from 'node:test';
import { tidyWords } from '#lib/recognition/words/tidy-words';

const piece = { startMs: 1000, endMs: 3000 };

test('words stay inside their piece and in order, whatever times an engine gives', () => {
  const words = [
    { text: 'early', startMs: 0, endMs: 1200.6 },
    { text: 'back', startMs: 400, endMs: 300 },
    { text: 'none', startMs: Number.NaN, endMs: Number.NaN },
    { text: 'late', startMs: 2900, endMs: 9000 },
  ];
  assert.deepEqual(tidyWords(words, piece), [
    { text: 'early', startMs: 1000, endMs: 1201 },
    { text: 'back', startMs: 1000, endMs: 1000 },
    { text: 'none', startMs: 1000, endMs: 1000 },
    { text: 'late', startMs: 2900, endMs: 3000 },
  ]);
});

test('text that a database or a document could not hold is left out, and words without text too', () => {
  const words = ['a\0b', ' \u0007 ', 'so\nmuch', '\uD800x', '\u200B'].map((text) => ({
    text,
    startMs: 1000,
    endMs: 1100,
  }));
  assert.deepEqual(
    tidyWords(words, piece).map(({ text }) => text),
    ['a b', 'so much', 'x'],
  );
});

test('a confidence is between 0 and 1, and none is made up', () => {
  const confidences = [undefined, Number.NaN, -1, 0.5, 7].map(
    (confidence) =>
      tidyWords(
        [{ text: 'a', startMs: 1000, endMs: 1100, ...(confidence !== undefined && { confidence }) }],
        piece,
      )[0]?.confidence,
  );
  assert.deepEqual(confidences, [undefined, undefined, 0, 0.5, 1]);
});
