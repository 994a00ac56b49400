import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeInput, type Genome } from '#e2e/bench/costs/make-input';
import { isLargeChange } from '#lib/revisions/later/is-large-change';
import type { EditedMonologue } from '#lib/transcript/edit';

/** Makes an edit of one paragraph of this many UTF-16 units. */
function makeEdit(text: Genome['text'], length: number, change: Genome['change'] = 'each another text') {
  const genome = { text, division: 'one', source: 'none', change, heard: 'nothing', tags: 'none' } as const;
  const { before, after } = makeInput(genome, length / 200_000, 1);
  return [...before.monologues, ...after.monologues];
}

function makeRanges(ranges: ReadonlyArray<[from: number, to: number]>): EditedMonologue[] {
  return ranges.map(([from, to], i) => ({ id: `m${i}`, place: `a${i}`, speaker: 0, from, to, content: [] }));
}

test('the texts that take longest to compare are large where they would take more than 25 ms', () => {
  for (const text of ['one word again and again', 'two words at random', 'signs alone'] as const) {
    assert.equal(isLargeChange(makeEdit(text, 700)), false, text);
    assert.equal(isLargeChange(makeEdit(text, 900)), true, text);
  }
  for (const text of ['Chinese', 'Thai', 'Hiragana', 'Chinese with blanks'] as const) {
    assert.equal(isLargeChange(makeEdit(text, 250)), false, text);
    assert.equal(isLargeChange(makeEdit(text, 600)), true, text);
  }
  for (const text of ['one word', 'marks on a letter', 'letters and signs'] as const) {
    assert.equal(isLargeChange(makeEdit(text, 3900)), false, text);
    assert.equal(isLargeChange(makeEdit(text, 4100)), true, text);
  }
});

test('a paragraph of 350 words with each second word corrected is not large', () => {
  assert.equal(isLargeChange(makeEdit('speech-like words', 1600, 'each second word')), false);
});

test('machine words count in all ranges together, and those between them, which are read', () => {
  assert.equal(isLargeChange([]), false);
  assert.equal(isLargeChange(makeRanges([[0, 2000]])), false);
  assert.equal(isLargeChange(makeRanges([[0, 2001]])), true);
  assert.equal(isLargeChange(makeRanges(Array.from({ length: 50 }, () => [0, 100]))), true);
  assert.equal(
    isLargeChange(
      makeRanges([
        [100, 200],
        [3900, 4000],
      ]),
    ),
    false,
  );
  assert.equal(
    isLargeChange(
      makeRanges([
        [100, 200],
        [9900, 9999],
      ]),
    ),
    true,
  );
});
