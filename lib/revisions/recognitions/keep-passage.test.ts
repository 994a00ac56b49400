import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { keepPassage } from '#lib/revisions/recognitions/keep-passage';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { splicePassage } from '#lib/revisions/recognitions/splice-passage';

/** Recognizes words of 300 ms each, off by these many milliseconds, in two paragraphs. */
function hear(texts: readonly string[], offsets: readonly number[]): Recognized {
  const words = texts.map((text, i) => {
    const startMs = 1000 + i * 300 + (offsets[i] ?? 0);
    return { text, startMs, endMs: startMs + 280 };
  });
  const half = words.length >> 1;
  return {
    words,
    speakers: [{ id: 0, name: 'Speaker 1' }],
    monologues: [
      { id: 0, speaker: 0, from: 0, to: half },
      { id: 1, speaker: 0, from: half, to: words.length },
    ].filter(({ from, to }) => from < to),
  };
}

const getText = ({ words }: Recognized) => words.map(({ text }) => text).join(' ');

test('no word is there twice or missing where another engine times it differently, however often it is said', () => {
  const word = fc.record({
    text: fc.constantFrom('no', 'yes', 'well', 'a', 'b'),
    offset: fc.integer({ min: -140, max: 140 }),
  });
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 8, maxLength: 16 }),
      fc.nat(),
      fc.nat(),
      (said, first, length) => {
        const texts = said.map(({ text }, i) => (i > 0 && text === said[i - 1]?.text ? `${text}${i}` : text));
        const earlier = hear(texts, []);
        const from = 1 + (first % (texts.length - 3));
        const to = from + 1 + (length % (texts.length - from - 1));
        const passage = { startMs: 1000 + from * 300, endMs: 1000 + to * 300 };
        const again = hear(
          texts,
          said.map(({ offset }) => offset),
        );
        const kept = keepPassage(again, passage, earlier.words);
        assert.equal(getText(kept), texts.slice(from, to).join(' '));
        const spliced = splicePassage(earlier, kept, passage);
        assert.equal(getText(spliced), texts.join(' '));
        assert.deepEqual(spliced.words.slice(0, from), earlier.words.slice(0, from));
        assert.deepEqual(spliced.words.slice(to), earlier.words.slice(to));
      },
    ),
    { numRuns: randomCases(1000) },
  );
});

test('words that only the other engine heard are in the passage where they were said in it', () => {
  const earlier = hear(['one', 'two', 'three', 'four', 'five'], []);
  const again = hear(['eins', 'zwei', 'drei', 'vier', 'five'], [0, 0, 0, 0, 20]);
  const passage = { startMs: 1300, endMs: 2200 };
  assert.equal(getText(keepPassage(again, passage, earlier.words)), 'zwei drei vier');
  assert.equal(getText(keepPassage(again, passage, [])), 'zwei drei vier');
  const silent = keepPassage({ ...again, words: [], monologues: [] }, passage, earlier.words);
  assert.deepEqual(silent, { ...again, words: [], monologues: [] });
});

test('of a passage between words, only what is said there is kept', () => {
  const around = hear(['one', 'two', 'three', 'four'], [0, 0, 2000, 2000]);
  const again = hear(['one', 'two', 'um', 'er', 'three'], [30, 120, 900, 900, 1300]);
  const passage = { startMs: 1900, endMs: 3400 };
  assert.equal(getText(keepPassage(again, passage, around.words)), 'um er');
});
