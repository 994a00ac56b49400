import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReviewItems } from '#lib/transcript/review/find-review-items';

const word = (startMs: number, confidence = 1) => ({
  text: 'word',
  startMs,
  endMs: startMs + 400,
  confidence,
});
const words = [word(0), word(500, 0.2), word(6000), word(6500), word(20_000)];
const span = (startMs: number, endMs: number) => ({ startMs, endMs });

test('speech that was not understood stands before the word behind it, in place of a silence', () => {
  assert.deepEqual(findReviewItems(words, 0.2, [span(1000, 3000), span(21_000, 24_000)]), [
    { kind: 'confidence', from: 1, to: 2 },
    { kind: 'speech', from: 2, to: 2, passage: span(1000, 3000) },
    { kind: 'silence', from: 4, to: 4 },
    { kind: 'speech', from: 5, to: 5, passage: span(21_000, 24_000) },
  ]);
});

test('several passages between two words are one', () => {
  const items = findReviewItems(words, 0.2, [span(8000, 9000), span(12_000, 19_000)]);
  const found = items.filter(({ kind }) => kind === 'speech');
  assert.deepEqual(found, [{ kind: 'speech', from: 4, to: 4, passage: span(8000, 19_000) }]);
});

test('a transcript without a word has them, too, and one without such passages has the others', () => {
  assert.deepEqual(findReviewItems([], 0.2, [span(1000, 3000)]), [
    { kind: 'speech', from: 0, to: 0, passage: span(1000, 3000) },
  ]);
  assert.deepEqual(
    findReviewItems(words, 0.2, []).map(({ kind }) => kind),
    ['confidence', 'silence', 'silence'],
  );
});
