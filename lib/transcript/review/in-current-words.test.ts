import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findReviewItems } from '#lib/transcript/review/find-review-items';
import { inCurrentWords } from '#lib/transcript/review/in-current-words';
import { measureReviewed } from '#lib/transcript/review/measure-reviewed';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';
import type { MachineWord } from '#lib/transcript/model';

const nothing = { notUnderstood: [], languageDoubtful: [] };
const texts = 'one two the for and six but our you ten'.split(' ');
/** Ten words, recognized twice: the third is doubtful in the first half, the seventh in the second. */
const hear = (doubtful: number): MachineWord[] =>
  texts.map((text, i) => ({
    text,
    startMs: i * 500,
    endMs: i * 500 + 400,
    confidence: i === doubtful ? 0.2 : 0.85 + i / 100,
  }));
const words = [...hear(2), ...hear(6)];
const find = (...ranges: Array<[from: number, to: number]>): ReviewItem[] =>
  inCurrentWords(
    words,
    ranges.map(([from, to]) => ({ from, to })),
    (current) => findReviewItems(current, 0.1, nothing),
  );
const confidence = (from: number): ReviewItem => ({ kind: 'confidence', from, to: from + 1 });

test('of words that were recognized again, only those in the text count', () => {
  assert.deepEqual(find([0, 5], [5, 10]), [confidence(2)]);
  assert.deepEqual(find([10, 15], [15, 20]), [confidence(16)]);
});

test('where a part was recognized again, items are in the order of the recording, and none is of two recognitions', () => {
  assert.deepEqual(find([0, 5], [15, 20]), [confidence(2), confidence(16)]);
  assert.deepEqual(find([10, 15], [5, 10]), [confidence(10)]);
  const all = inCurrentWords(
    words,
    [
      { from: 10, to: 15 },
      { from: 5, to: 10 },
    ],
    (current) => [
      { kind: 'language', from: 0, to: current.length },
      { kind: 'silence', from: 5, to: 5 },
    ],
  );
  assert.deepEqual(all, [
    { kind: 'language', from: 10, to: 15 },
    { kind: 'language', from: 5, to: 10 },
    { kind: 'silence', from: 5, to: 5 },
  ]);
});

test('words of a paragraph that was deleted still count', () => {
  const heard = words.slice(0, 10);
  const ranges = [
    { from: 0, to: 2 },
    { from: 4, to: 10 },
  ];
  const items = inCurrentWords(heard, ranges, (current) => findReviewItems(current, 0.1, nothing));
  assert.deepEqual(items, findReviewItems(heard, 0.1, nothing));
  assert.deepEqual(items, [confidence(2)]);
});

test('what is reviewed is measured by the words in the text', () => {
  const said = (from: number, to: number) => ({
    ...{ id: `m${from}`, place: `a${from % 10}`, speaker: 0, from, to },
    content: [
      {
        text: words
          .slice(from, to)
          .map(({ text }) => text)
          .join(' '),
      },
    ],
  });
  const accepted = (...numbers: number[]) => ({
    accepted: { words: new Set(numbers), pauses: new Set<number>() },
    ...{ speech: nothing, conflicts: [], soundAlikes: [] },
  });
  const again = { monologues: [said(10, 15), said(15, 20)] };
  assert.equal(measureReviewed(again, words, accepted()), 0);
  assert.equal(measureReviewed(again, words, accepted(16)), 1);
  const mixed = { monologues: [said(10, 12), said(2, 10)] };
  assert.equal(measureReviewed(mixed, words, accepted()), 0);
  assert.equal(measureReviewed(mixed, words, accepted(2)), 1);
});
