import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { findReviewItems, toWordItems } from '#lib/transcript/review/find-review-items';
import type { DoubtfulSpeech, Passage } from '#lib/transcript/review/low-confidence';
import { measureReviewed } from '#lib/transcript/review/measure-reviewed';

const word = (startMs: number, confidence = 1) => ({
  text: 'word',
  startMs,
  endMs: startMs + 400,
  confidence,
});
const words = [word(0), word(500, 0.2), word(6000), word(6500), word(20_000)];
const span = (startMs: number, endMs: number) => ({ startMs, endMs });
const missed = (...notUnderstood: Passage[]): DoubtfulSpeech => ({ notUnderstood, languageDoubtful: [] });
const foreign = (...languageDoubtful: Passage[]): DoubtfulSpeech => ({ notUnderstood: [], languageDoubtful });

test('speech that was not understood stands before the word behind it, in place of a silence', () => {
  assert.deepEqual(findReviewItems(words, 0.2, missed(span(1000, 3000), span(21_000, 24_000))), [
    { kind: 'confidence', from: 1, to: 2 },
    { kind: 'speech', from: 2, to: 2, passage: span(1000, 3000) },
    { kind: 'silence', from: 4, to: 4 },
    { kind: 'speech', from: 5, to: 5, passage: span(21_000, 24_000) },
  ]);
});

test('several passages between two words are one', () => {
  const items = findReviewItems(words, 0.2, missed(span(8000, 9000), span(12_000, 19_000)));
  const found = items.filter(({ kind }) => kind === 'speech');
  assert.deepEqual(found, [{ kind: 'speech', from: 4, to: 4, passage: span(8000, 19_000) }]);
});

test('a transcript without a word has them, too, and one without such passages has the others', () => {
  assert.deepEqual(findReviewItems([], 0.2, missed(span(1000, 3000))), [
    { kind: 'speech', from: 0, to: 0, passage: span(1000, 3000) },
  ]);
  assert.deepEqual(
    findReviewItems(words, 0.2, missed()).map(({ kind }) => kind),
    ['confidence', 'silence', 'silence'],
  );
});

test('a passage that may be in another language is its words, in place of what is doubtful in it', () => {
  assert.deepEqual(findReviewItems(words, 0.2, foreign(span(400, 7000))), [
    { kind: 'language', from: 1, to: 4, passage: span(400, 7000) },
    { kind: 'silence', from: 4, to: 4 },
  ]);
  assert.deepEqual(findReviewItems(words, 0.2, foreign(span(6000, 7000))), [
    { kind: 'confidence', from: 1, to: 2 },
    { kind: 'silence', from: 2, to: 2 },
    { kind: 'language', from: 2, to: 4, passage: span(6000, 7000) },
    { kind: 'silence', from: 4, to: 4 },
  ]);
  assert.deepEqual(
    findReviewItems(words, 0.2, foreign(span(8000, 9000))),
    findReviewItems(words, 0.2, missed()),
    'a passage without a word is none',
  );
});

for (const kind of ['conflict', 'sound'] as const) {
  test(`a ${kind} is among the words that count, in place of what is uncertain in it`, () => {
    const found = [
      { from: 11, to: 13, text: 'a' },
      { from: 0, to: 1, text: 'b' },
      { from: 13, to: 15, text: 'c' },
    ];
    const items = toWordItems({ conflict: [], sound: [], [kind]: found }, [10, 11, 12, 13, 20]);
    assert.deepEqual(items, [{ kind, from: 1, to: 3, text: 'a' }]);
    assert.deepEqual(findReviewItems(words, 0.2, missed(), items), [
      ...items,
      { kind: 'silence', from: 4, to: 4 },
    ]);
  });
}

test('no word is in two passages, and none that was doubtful is lost, wherever another language was heard', () => {
  const bounds = fc.uniqueArray(fc.nat(60_000), { maxLength: 12 });
  const spoken = fc.array(
    fc.record({ confidence: fc.double({ min: 0, max: 1, noNaN: true }), pause: fc.nat(3000) }),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(spoken, bounds, (made, ends) => {
      let at = 0;
      const said = made.map(({ confidence, pause }) => {
        at += 400 + pause;
        return word(at, confidence);
      });
      const sorted = ends.toSorted((a, b) => a - b);
      const passages = Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) =>
        span(sorted[2 * i] ?? 0, sorted[2 * i + 1] ?? 0),
      );
      const count = (speech: DoubtfulSpeech): number[] => {
        const times = said.map(() => 0);
        for (const { from, to } of findReviewItems(said, 0.2, speech))
          for (let i = from; i < to; i++) times[i] = (times[i] ?? 0) + 1;
        return times;
      };
      const [without, counted] = [count(missed()), count(foreign(...passages))];
      for (const [i, { startMs }] of said.entries()) {
        const isForeign = passages.some((passage) => startMs >= passage.startMs && startMs < passage.endMs);
        assert.equal(counted[i], isForeign ? 1 : without[i]);
      }
    }),
  );
});

test('thousands of passages of twelve hours are found, and what is left of them', () => {
  const long = Array.from({ length: 150_000 }, (_, i) => word(i * 280, (i % 10) / 10));
  const passages = (length: number, add: number) =>
    Array.from({ length }, (_, i) => span(i * 4200 + add, i * 4200 + add + 1400));
  const speech = { notUnderstood: passages(10_000, 0), languageDoubtful: passages(10_000, 2000) };
  const items = findReviewItems(long, 0.5, speech);
  assert.equal(items.filter(({ kind }) => kind === 'language').length, 10_000);
  const content = [{ text: long.map(() => 'word').join(' ') }];
  const monologue = { id: 'm', place: 'a0', speaker: 0, from: 0, to: long.length, content };
  const accepted = { words: new Set<number>(), pauses: new Set<number>() };
  assert.equal(
    measureReviewed({ monologues: [monologue] }, long, { accepted, speech, conflicts: [], soundAlikes: [] }),
    0,
  );
});
