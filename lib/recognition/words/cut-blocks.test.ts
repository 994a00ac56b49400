import assert from 'node:assert/strict';
import test from 'node:test';
import { cutBlocks } from '#lib/recognition/words/cut-blocks';

/** Returns words of 300 ms, one after the other, with pauses before some of them, by index. */
function words(count: number, pauses: Record<number, number> = {}) {
  let at = 0;
  return Array.from({ length: count }, (_, i) => {
    at += 300 + (pauses[i] ?? 0);
    return { text: `w${i}`, startMs: at - 300, endMs: at };
  });
}
const sizes = (blocks: unknown[][]) => blocks.map((block) => block.length);

test('a long pause ends a block', () => {
  assert.deepEqual(sizes(cutBlocks(words(30, { 3: 2500, 10: 2400 }))), [3, 27]);
});

test('what is longer than 60 words is cut at its longest pause behind the 20th', () => {
  assert.deepEqual(sizes(cutBlocks(words(100, { 5: 900, 31: 700, 45: 400 }))), [31, 60, 9]);
});

test('all words remain, in order', () => {
  const all = words(217, { 70: 3000 });
  assert.deepEqual(cutBlocks(all).flat(), all);
  assert.deepEqual(cutBlocks([]), []);
});
