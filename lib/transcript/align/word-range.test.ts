import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areJoinable, getSpan } from '#lib/transcript/align/word-range';

/** Ten words, one per second, recognized twice. */
const words = Array.from({ length: 20 }, (_, i) => ({
  text: `w${i}`,
  startMs: (i % 10) * 1000,
  endMs: (i % 10) * 1000 + 800,
}));

test('ranges are joined over words that nobody refers to, and not over those of another recognition', () => {
  assert.ok(areJoinable(words, { from: 0, to: 2 }, { from: 2, to: 4 }));
  assert.ok(areJoinable(words, { from: 0, to: 2 }, { from: 5, to: 6 }));
  assert.ok(areJoinable(words, { from: 10, to: 12 }, { from: 15, to: 16 }));
  assert.ok(!areJoinable(words, { from: 0, to: 2 }, { from: 12, to: 14 }));
});

test('a range without words begins no later than the word behind it, also where that was recognized again', () => {
  assert.equal(getSpan(words, { from: 5, to: 5 }).startMs, 4800);
  assert.equal(getSpan(words, { from: 10, to: 10 }).startMs, 0);
});
